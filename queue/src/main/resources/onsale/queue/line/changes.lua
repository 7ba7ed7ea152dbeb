-- What a node needs to bring its copy of a line up to date: all changes since a version, each of them
-- one version. New places are no changes: all up to the counter have been given, and wait unless a
-- change says otherwise.
-- KEYS  incarnation, state, waiting, active, called, seen, changes
-- ARGV  version
-- Reply CHANGES, version, epoch, counter, Redis's time in ms, called so far, where the next look
--       starts, active, rate, maxActive, paused, call from, how many are back after a loss, pace in
--       percent, then "<place><W|C|A|G>"... in order in a list | RESYNC
local s = redis.call('HMGET', KEYS[2], 'version', 'epoch', 'counter', 'called', 'scan', 'rate', 'maxActive',
    'paused', 'callFrom', 'back', 'pace')
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
    redis.call('HLEN', KEYS[4]), s[6], s[7], s[8], s[9], s[10], math.floor((s[11] or 1) * 100),
    missing == 0 and {} or redis.call('LRANGE', KEYS[7], -missing, -1)
}
