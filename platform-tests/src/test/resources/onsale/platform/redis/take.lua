-- A number for each id, the same however often it asks.
-- KEYS[1] incarnation key, KEYS[2] numbers by id
-- ARGV[1] id
-- reply   {number}
local number = redis.call('HGET', KEYS[2], ARGV[1])
if not number then
    number = redis.call('HLEN', KEYS[2]) + 1
    redis.call('HSET', KEYS[2], ARGV[1], number)
end
return {tonumber(number)}
