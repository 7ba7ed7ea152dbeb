-- The line as a node needs it: what has changed since a version, each change one version. New numbers
-- are no changes: all up to the counter have been given, and wait unless a change says otherwise.
-- KEYS  incarnation, state, waiting, active, called, seen, changes
-- ARGV  version
-- Reply CHANGES, version, epoch, counter, Redis's time in ms, admitted so far, where the next look
--       starts, waiting, active, rate, maxActive, capacity, paused, draining, soldOut, admit from,
--       how many are expected back or -1, how many are back, then "<place><W|C|A|G>"... in order in a list | RESYNC
local s = redis.call('HMGET', KEYS[2], 'version', 'epoch', 'counter', 'admitted', 'scan', 'rate', 'maxActive',
    'capacity', 'paused', 'draining', 'soldOut', 'admitFrom', 'expected', 'back')
for i = 1, #s do
    s[i] = tonumber(s[i])
end
local missing = s[1] - ARGV[1]
if missing < 0 or missing > 5000 or missing > redis.call('LLEN', KEYS[7]) then
    return {'RESYNC'}
end
local time = redis.call('TIME')
return {
    'CHANGES', s[1], s[2], s[3], time[1] * 1000 + math.floor(time[2] / 1000), s[4], s[5],
    redis.call('ZCARD', KEYS[3]), redis.call('HLEN', KEYS[4]), s[6], s[7], s[8], s[9], s[10], s[11], s[12], s[13], s[14],
    missing == 0 and {} or redis.call('LRANGE', KEYS[7], -missing, -1)
}
