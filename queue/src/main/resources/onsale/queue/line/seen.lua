-- Notes which waiting fans a node has heard of lately. Nodes run it each second, also for nobody: while
-- none does, no fan grows silent.
-- KEYS  incarnation, state, waiting, active, called, seen, changes
-- ARGV  silent after (ms), then pairs: place, how long ago (ms)
-- Reply SEEN
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local s = redis.call('HMGET', KEYS[2], 'aliveAt', 'gap', 'scan')
local gap, scan = tonumber(s[2]), tonumber(s[3])
if now - s[1] > 5000 then
    gap = gap + now - s[1]
end
local alive = now - gap
redis.call('ZREMRANGEBYSCORE', KEYS[6], '-inf', string.format('%.0f', alive - ARGV[1]))
for i = 2, #ARGV, 2 do
    redis.call('ZADD', KEYS[6], 'GT', string.format('%.0f', alive - ARGV[i + 1]), ARGV[i])
    scan = math.min(scan, tonumber(ARGV[i]))
end
redis.call('HSET', KEYS[2], 'aliveAt', string.format('%.0f', now), 'gap', string.format('%.0f', gap),
    'scan', string.format('%.0f', scan))
return {'SEEN'}
