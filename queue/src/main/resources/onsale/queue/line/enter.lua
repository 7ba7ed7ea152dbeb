-- Gives a fan the next place, or returns the one they have.
-- KEYS  incarnation, state, waiting, active, called, seen, changes
-- ARGV  member, when the person was bound to this line (ms of Redis), horizon
-- Reply ENTERED, place, position | ALREADY, place, position | ACTIVE, place, C|K|A
--       | NOT_OPEN | OVER | SOLD_OUT | CLOSED | FULL | LATE
local held = redis.call('HGET', KEYS[4], ARGV[1])
if held then
    return {'ACTIVE', string.match(held, '%d+'), string.sub(held, 1, 1)}
end
local place = redis.call('ZSCORE', KEYS[3], ARGV[1])
if place then
    return {'ALREADY', place, redis.call('ZRANK', KEYS[3], ARGV[1]) + 1}
end
local s = redis.call('HMGET', KEYS[2], 'opens', 'closes', 'capacity', 'draining', 'soldOut', 'epoch', 'gap')
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
if now < tonumber(s[1]) then
    return {'NOT_OPEN'}
elseif now >= tonumber(s[2]) then
    return {'OVER'}
elseif s[5] == '1' then
    return {'SOLD_OUT'}
elseif s[4] == '1' then
    return {'CLOSED'}
elseif now - tonumber(ARGV[2]) > 5000 then
    -- The binding may have been replaced by one to another line meanwhile.
    return {'LATE'}
end
local waiting = redis.call('ZCARD', KEYS[3])
if waiting >= tonumber(s[3]) then
    return {'FULL'}
end
local counter = redis.call('HINCRBY', KEYS[2], 'counter', 1)
place = string.format('%.0f', s[6] * 1099511627776 + counter)
redis.call('ZADD', KEYS[3], place, ARGV[1])
if waiting < tonumber(ARGV[3]) then
    -- Near the front the fan may be called before this node tells whom it has seen.
    redis.call('ZADD', KEYS[6], string.format('%.0f', now - s[7]), place)
end
return {'ENTERED', place, waiting + 1}
