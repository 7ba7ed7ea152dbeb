-- Counts the nodes that have reported slow purchases lately.
-- KEYS  sorted set: nodes by the time of their last report
-- ARGV  ms after which a report is forgotten
-- Reply COUNT, how many
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
return {'COUNT', redis.call('ZCOUNT', KEYS[1], string.format('%.0f', now - ARGV[1]), '+inf')}
