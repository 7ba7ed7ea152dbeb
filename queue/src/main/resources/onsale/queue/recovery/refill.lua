-- Rebuilds the line from what PostgreSQL has.
-- KEYS  incarnation, state, waiting, active, called, seen, changes, used places of one epoch (for gone)
-- ARGV  nonce, then one of
--       first, epoch, window (ms) before anybody is called, how many are expected back or -1,
--       version of the settings, fields and values...
--       inside, then pairs: member, place
--       gone, counters of used places
-- Reply FILLED
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
if ARGV[2] == 'first' then
    redis.call('DEL', unpack(KEYS, 2))
    redis.call('HSET', KEYS[2], 'epoch', ARGV[3], 'counter', 0, 'called', 0, 'scan', 0, 'tokens', 0,
        'tokensAt', string.format('%.0f', now), 'aliveAt', string.format('%.0f', now), 'gap', 0,
        'callFrom', string.format('%.0f', now + ARGV[4]),
        -- greater than every version before the loss: no line changes a million times a second
        'version', string.format('%.0f', time[1] * 1000000 + time[2]),
        'rebuiltAt', string.format('%.0f', now), 'expected', ARGV[5], 'back', 0,
        'settings', ARGV[6], unpack(ARGV, 7))
elseif ARGV[2] == 'inside' then
    for i = 3, #ARGV, 2 do
        redis.call('HSET', KEYS[4], ARGV[i], 'A' .. ARGV[i + 1])
    end
else
    for i = 3, #ARGV do
        redis.call('SETBIT', KEYS[8], ARGV[i], 1)
    end
end
return {'FILLED'}
