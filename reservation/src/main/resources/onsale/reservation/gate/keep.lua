-- Keeps the seats that PostgreSQL has given to a holder, for a while or for good.
-- A seat that is not the holder's at the gate stays as it is unless it is sold: it was released
-- meanwhile, and a late call must not bring it back. Mending puts right what is missing.
-- KEYS  incarnation, seats, version, changes
-- ARGV  holder, millis or 0 for sold, ordinals...
-- Reply KEPT, how many changed their state
local holder, millis = ARGV[1], tonumber(ARGV[2])
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local value = (millis == 0 and 0 or now + millis) .. ':' .. holder
local changed = 0
for i = 3, #ARGV do
    local old = redis.call('HGET', KEYS[2], ARGV[i])
    local mine = old and string.sub(old, string.find(old, ':', 1, true) + 1) == holder
    if mine or millis == 0 then
        redis.call('HSET', KEYS[2], ARGV[i], value)
        if millis == 0 then
            redis.call('RPUSH', KEYS[4], ARGV[i] .. 'S')
            changed = changed + 1
        end
    end
end
if changed > 0 then
    redis.call('INCRBY', KEYS[3], changed)
    redis.call('LTRIM', KEYS[4], -10000, -1)
end
return {'KEPT', changed}
