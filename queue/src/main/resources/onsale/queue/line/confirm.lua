-- Counts a fan as inside: the row of the turn is committed in PostgreSQL.
-- KEYS  incarnation, state, waiting, active, called, seen, changes
-- ARGV  member, place
-- Reply CONFIRMED, 1 if that was new, else 0
local value = 'A' .. ARGV[2]
if redis.call('HGET', KEYS[4], ARGV[1]) == value then
    return {'CONFIRMED', 0}
end
redis.call('ZREM', KEYS[3], ARGV[1])
redis.call('ZREM', KEYS[5], ARGV[1])
redis.call('ZREM', KEYS[6], ARGV[2])
redis.call('HSET', KEYS[4], ARGV[1], value)
redis.call('RPUSH', KEYS[7], ARGV[2] .. 'A')
redis.call('HINCRBY', KEYS[2], 'version', 1)
return {'CONFIRMED', 1}
