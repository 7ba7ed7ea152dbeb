-- Takes over the settings of operators and the catalogue, unless the line has newer ones, and counts it.
-- KEYS  incarnation, state, waiting, active, called
-- ARGV  version of the settings, then fields and values by turns
-- Reply SET, epoch, how many wait or have been called; -1 while fans are still coming back after a loss
if tonumber(redis.call('HGET', KEYS[2], 'settings')) < tonumber(ARGV[1]) then
    redis.call('HSET', KEYS[2], 'settings', ARGV[1], unpack(ARGV, 2))
end
local s = redis.call('HMGET', KEYS[2], 'epoch', 'callFrom')
local time = redis.call('TIME')
if time[1] * 1000 + math.floor(time[2] / 1000) < tonumber(s[2]) then
    return {'SET', tonumber(s[1]), -1}
end
return {'SET', tonumber(s[1]), redis.call('ZCARD', KEYS[3]) + redis.call('ZCARD', KEYS[5])}
