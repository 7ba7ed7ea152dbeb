-- As bind.lua, but does not look whether the person is bound to another line.
-- KEYS  incarnation, persons (hash)
-- ARGV  person, schedule and user, value of a stale binding that may be replaced, or empty
-- Reply BOUND, Redis's time in ms
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
redis.call('HSET', KEYS[2], ARGV[1], ARGV[2] .. string.format('%.0f', now))
return {'BOUND', now}
