-- The fan takes the turn up: from now on the call does not go back by itself, because the row of the
-- turn may be about to be committed. The request that began it confirms it, else the job that
-- compares Redis with the turns confirms it or gives it back.
-- KEYS  incarnation, state, waiting, active, called, seen, changes, used places of the place's epoch
-- ARGV  member, place, epoch of it, counter within the epoch
-- Reply TAKING, Redis's time in ms, epoch | INSIDE | WAITING, position | GONE
--       | LOST with an earlier epoch, to be put back
local held = redis.call('HGET', KEYS[4], ARGV[1])
if not held then
    if redis.call('ZSCORE', KEYS[3], ARGV[1]) == ARGV[2] then
        return {'WAITING', redis.call('ZRANK', KEYS[3], ARGV[1]) + 1}
    end
    if tonumber(ARGV[3]) < tonumber(redis.call('HGET', KEYS[2], 'epoch'))
        and redis.call('GETBIT', KEYS[8], ARGV[4]) == 0 then
        return {'LOST'}
    end
    return {'GONE'}
end
if string.match(held, '%d+') ~= ARGV[2] then
    return {'GONE'}
end
if string.sub(held, 1, 1) == 'A' then
    return {'INSIDE'}
end
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
redis.call('HSET', KEYS[4], ARGV[1], 'K' .. ARGV[2] .. ':' .. string.format('%.0f', now))
redis.call('ZREM', KEYS[5], ARGV[1])
return {'TAKING', now, tonumber(redis.call('HGET', KEYS[2], 'epoch'))}
