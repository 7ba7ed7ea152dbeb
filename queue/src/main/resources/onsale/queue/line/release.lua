-- Removes a fan whose turn has ended in PostgreSQL, so that the next one can be called.
-- KEYS  incarnation, state, waiting, active, called, seen, changes, used places of the place's epoch
-- ARGV  member, place, counter within the epoch
-- Reply RELEASED, 1 or 0, Redis's time in ms
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local held = redis.call('HGET', KEYS[4], ARGV[1])
if not held or string.match(held, '%d+') ~= ARGV[2] then
    return {'RELEASED', 0, now}
end
redis.call('HDEL', KEYS[4], ARGV[1])
-- A node that starts later must not take a used place of an earlier epoch for a lost one.
redis.call('SETBIT', KEYS[8], ARGV[3], 1)
redis.call('ZREM', KEYS[5], ARGV[1])
redis.call('RPUSH', KEYS[7], ARGV[2] .. 'G')
redis.call('HINCRBY', KEYS[2], 'version', 1)
return {'RELEASED', 1, now}
