-- Puts fans back at the places of their receipts after a loss. Used places are reported as gone; a fan
-- who is inside or has a lower place already stays there.
-- KEYS  incarnation, state, waiting, active, called, seen, changes, used places of this epoch
-- ARGV  epoch, then by fours: member, place, counter within the epoch, 1 if the fan has left or
--       the person is in another line now
-- Reply BACK, how many
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local s = redis.call('HMGET', KEYS[2], 'gap', 'scan', 'epoch')
if tonumber(ARGV[1]) >= tonumber(s[3]) then
    return {'BACK', 0} -- places of this epoch were not lost, those of later ones not given
end
local scan, back, changes = tonumber(s[2]), 0, {}
for i = 2, #ARGV, 4 do
    local member, place = ARGV[i], ARGV[i + 1]
    local held, old = redis.call('HGET', KEYS[4], member), redis.call('ZSCORE', KEYS[3], member)
    if (held and string.match(held, '%d+') == place) or old == place then
        -- is back already
    elseif redis.call('GETBIT', KEYS[8], ARGV[i + 2]) == 1 then
        changes[#changes + 1] = place .. 'G'
    elseif ARGV[i + 3] == '1' or held or (old and tonumber(old) < tonumber(place)) then
        redis.call('SETBIT', KEYS[8], ARGV[i + 2], 1)
        changes[#changes + 1] = place .. 'G'
    else
        if old then
            changes[#changes + 1] = old .. 'G'
        end
        redis.call('ZADD', KEYS[3], place, member)
        redis.call('ZADD', KEYS[6], string.format('%.0f', now - s[1]), place)
        scan = math.min(scan, tonumber(place))
        changes[#changes + 1] = place .. 'W'
        back = back + 1
    end
end
redis.call('HSET', KEYS[2], 'scan', string.format('%.0f', scan))
redis.call('HINCRBY', KEYS[2], 'back', back)
if #changes > 0 then
    redis.call('RPUSH', KEYS[7], unpack(changes))
    redis.call('LTRIM', KEYS[7], -20000, -1)
    redis.call('HINCRBY', KEYS[2], 'version', #changes)
end
return {'BACK', back}
