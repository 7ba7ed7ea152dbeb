-- Puts seats back after a loss. The first call deletes what is left.
-- KEYS  incarnation, seats, version, changes, free seats of one zone (if any are given)
-- ARGV  nonce, first or next, how many triples, triples ordinal, millis (0 is sold), holder...,
--       free seats...
-- Reply FILLED
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
if ARGV[2] == 'first' then
    redis.call('DEL', unpack(KEYS, 2))
    -- Greater than every version before the loss, because no gate changes a million times a second.
    -- A minute ahead, to be greater also than those of maps read from rows until this gate is open.
    redis.call('SET', KEYS[3], string.format('%.0f', (time[1] + 60) * 1000000 + time[2]))
    return {'FILLED'}
end
local last = 3 + 3 * ARGV[3]
for i = 4, last, 3 do
    local till = ARGV[i + 1] == '0' and 0 or now + ARGV[i + 1]
    redis.call('HSET', KEYS[2], ARGV[i], string.format('%.0f', till) .. ':' .. ARGV[i + 2])
end
for i = last + 1, #ARGV do
    redis.call('SADD', KEYS[5], ARGV[i])
end
return {'FILLED'}
