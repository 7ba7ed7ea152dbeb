-- Every seat that is not free.
-- KEYS  incarnation, seats, version
-- ARGV  -
-- Reply ALL, version, Redis's time in milliseconds, then pairs in a list: ordinal, "<until>:<holder>"
local time = redis.call('TIME')
return {
    'ALL',
    tonumber(redis.call('GET', KEYS[3])),
    time[1] * 1000 + math.floor(time[2] / 1000),
    redis.call('HGETALL', KEYS[2])
}
