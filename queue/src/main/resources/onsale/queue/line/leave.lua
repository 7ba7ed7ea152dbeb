-- The fan gives the place up. A turn is ended in PostgreSQL first.
-- KEYS  incarnation, state, waiting, active, called, seen, changes, used places of the place's epoch
-- ARGV  member, place, counter within the epoch
-- Reply LEFT, Redis's time in ms | HAS_TURN | GONE, Redis's time in ms
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local held = redis.call('HGET', KEYS[4], ARGV[1])
if held and string.match(held, '%d+') == ARGV[2] then
    if string.sub(held, 1, 1) ~= 'C' then
        return {'HAS_TURN'}
    end
    redis.call('HDEL', KEYS[4], ARGV[1])
    redis.call('ZREM', KEYS[5], ARGV[1])
elseif redis.call('ZSCORE', KEYS[3], ARGV[1]) == ARGV[2] then
    redis.call('ZREM', KEYS[3], ARGV[1])
    redis.call('ZREM', KEYS[6], ARGV[2])
elseif redis.call('GETBIT', KEYS[8], ARGV[3]) == 1 then
    return {'GONE', now}
end
-- This holds also for a place that was lost and not put back yet: no node puts it back now.
redis.call('SETBIT', KEYS[8], ARGV[3], 1)
redis.call('RPUSH', KEYS[7], ARGV[2] .. 'G')
redis.call('LTRIM', KEYS[7], -20000, -1)
redis.call('HINCRBY', KEYS[2], 'version', 1)
return {'LEFT', now}
