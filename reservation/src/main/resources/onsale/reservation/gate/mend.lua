-- Puts one seat right, unless it has changed since it was found wrong.
-- KEYS  incarnation, seats, version, changes, free seats of its zone (if it has one)
-- ARGV  ordinal, value as it was found or empty, millis | 0 for sold | free, holder
-- Reply MENDED, 1 or 0
local old = redis.call('HGET', KEYS[2], ARGV[1])
if (old or '') ~= ARGV[2] then
    return {'MENDED', 0}
end
local state
if ARGV[3] == 'free' then
    redis.call('HDEL', KEYS[2], ARGV[1])
    if KEYS[5] then
        redis.call('SADD', KEYS[5], ARGV[1])
    end
    state = 'A'
else
    local time = redis.call('TIME')
    local now = time[1] * 1000 + math.floor(time[2] / 1000)
    local till = ARGV[3] == '0' and 0 or now + ARGV[3]
    redis.call('HSET', KEYS[2], ARGV[1], string.format('%.0f', till) .. ':' .. ARGV[4])
    if KEYS[5] then
        redis.call('SREM', KEYS[5], ARGV[1])
    end
    state = till == 0 and 'S' or 'H'
end
redis.call('RPUSH', KEYS[4], ARGV[1] .. state)
redis.call('LTRIM', KEYS[4], -10000, -1)
redis.call('INCR', KEYS[3])
return {'MENDED', 1}
