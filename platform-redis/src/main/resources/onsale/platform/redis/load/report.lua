-- Notes that purchases on a node are slow now, and forgets old reports.
-- KEYS  sorted set: nodes by the time of their last report
-- ARGV  node, ms after which a report is forgotten
-- Reply REPORTED
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', string.format('%.0f', now - ARGV[2]))
redis.call('ZADD', KEYS[1], string.format('%.0f', now), ARGV[1])
redis.call('PEXPIRE', KEYS[1], ARGV[2])
return {'REPORTED'}
