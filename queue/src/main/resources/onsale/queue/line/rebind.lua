-- Rebuilds bindings after a loss; the first run deletes what is left.
-- KEYS  incarnation, persons (hashes)...
-- ARGV  nonce, first | next, then triples: number of the hash from 1, person, schedule and user
-- Reply REBOUND
if ARGV[2] == 'first' then
    redis.call('DEL', unpack(KEYS, 2))
end
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
for i = 3, #ARGV, 3 do
    redis.call('HSETNX', KEYS[1 + ARGV[i]], ARGV[i + 1], ARGV[i + 2] .. string.format('%.0f', now))
end
return {'REBOUND'}
