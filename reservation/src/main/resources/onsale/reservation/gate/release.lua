-- Frees those of the seats that are this holder's.
-- KEYS  incarnation, seats, version, changes, free seats of each zone...
-- ARGV  holder, then pairs: ordinal, number of its zone from 1, or 0 for a numbered seat
-- Reply FREED, how many
local freed = 0
for i = 2, #ARGV, 2 do
    local old = redis.call('HGET', KEYS[2], ARGV[i])
    if old and string.sub(old, string.find(old, ':', 1, true) + 1) == ARGV[1] then
        redis.call('HDEL', KEYS[2], ARGV[i])
        redis.call('RPUSH', KEYS[4], ARGV[i] .. 'A')
        if ARGV[i + 1] ~= '0' then
            redis.call('SADD', KEYS[4 + ARGV[i + 1]], ARGV[i])
        end
        freed = freed + 1
    end
end
if freed > 0 then
    redis.call('INCRBY', KEYS[3], freed)
    redis.call('LTRIM', KEYS[4], -10000, -1)
end
return {'FREED', freed}
