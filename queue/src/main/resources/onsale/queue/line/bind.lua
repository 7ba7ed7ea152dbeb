-- Binds a person to one line. A value is schedule (22), user (22), then Redis's time in ms.
-- KEYS  incarnation, persons (hash)
-- ARGV  person, schedule and user, value of a stale binding that may be replaced, or empty
-- Reply BOUND, Redis's time in ms | OTHER, value, Redis's time in ms
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local old = redis.call('HGET', KEYS[2], ARGV[1])
if old and old ~= ARGV[3] and string.sub(old, 1, 44) ~= ARGV[2] then
    return {'OTHER', old, now}
end
redis.call('HSET', KEYS[2], ARGV[1], ARGV[2] .. string.format('%.0f', now))
return {'BOUND', now}
