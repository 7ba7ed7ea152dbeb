-- Takes seats for a holder, all or none, and picks seats of standing zones.
-- A seat's value is "<until>:<holder>", until in milliseconds of Redis's clock; 0 is sold.
-- KEYS  incarnation, seats (hash by ordinal), version, changes (list), free seats of each zone...
-- ARGV  holder, millis, how many seats, ordinals..., how many of each zone...
-- Reply HELD, ordinals newly taken... | TAKEN, ordinals... | FULL, number of the zone
local holder, seats = ARGV[1], tonumber(ARGV[3])
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local new, taken = {}, {}
if seats > 0 then
    local ordinals = {unpack(ARGV, 4, 3 + seats)}
    local values = redis.call('HMGET', KEYS[2], unpack(ordinals))
    for i, value in ipairs(values) do
        if not value then
            new[#new + 1] = ordinals[i]
        else
            local colon = string.find(value, ':', 1, true)
            local till = tonumber(string.sub(value, 1, colon - 1))
            if string.sub(value, colon + 1) ~= holder then
                if till == 0 or till > now then
                    taken[#taken + 1] = tonumber(ordinals[i])
                else
                    new[#new + 1] = ordinals[i]
                end
            elseif till ~= 0 and till <= now then
                new[#new + 1] = ordinals[i]
            end
        end
    end
    if #taken > 0 then
        return {'TAKEN', unpack(taken)}
    end
end
-- A set may still name a seat that PostgreSQL gave away while this gate was restoring.
local picked = {}
local function isFree(seat)
    local value = redis.call('HGET', KEYS[2], seat)
    local till = value and tonumber(string.match(value, '^%d+'))
    return not value or (till ~= 0 and till <= now)
end
for zone = 5, #KEYS do
    local wanted, tries = tonumber(ARGV[seats + zone - 1]), 50
    while wanted > 0 do
        local seat = tries > 0 and redis.call('SPOP', KEYS[zone])
        if not seat then
            for _, back in ipairs(picked) do
                redis.call('SADD', back[1], back[2])
            end
            return {'FULL', zone - 5}
        end
        tries = tries - 1
        if isFree(seat) then
            picked[#picked + 1] = {KEYS[zone], seat}
            wanted = wanted - 1
        end
    end
end
for _, pick in ipairs(picked) do
    new[#new + 1] = pick[2]
end
local value = (now + ARGV[2]) .. ':' .. holder
for i, ordinal in ipairs(new) do
    redis.call('HSET', KEYS[2], ordinal, value)
    redis.call('RPUSH', KEYS[4], ordinal .. 'H')
    new[i] = tonumber(ordinal)
end
if #new > 0 then
    redis.call('INCRBY', KEYS[3], #new)
    redis.call('LTRIM', KEYS[4], -10000, -1)
end
return {'HELD', unpack(new)}
