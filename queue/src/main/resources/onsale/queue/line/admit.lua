-- Calls the next fans: as many as the rate and the active limit allow, in the order of their places.
-- A fan who was not seen lately is passed over and keeps the place. Any node may run it at any time.
-- KEYS  incarnation, state, waiting, active, called, seen, changes
-- ARGV  silent after (ms), to be taken up within (ms)
-- Reply CALLED, how many, how many went back, how many wait, are called or inside
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local s = redis.call('HMGET', KEYS[2], 'rate', 'maxActive', 'paused', 'soldOut', 'opens', 'closes',
    'tokens', 'tokensAt', 'scan', 'callFrom', 'gap', 'aliveAt', 'rebuiltAt', 'expected', 'back', 'pace')
local changes = {}
-- A fan who did not take the call up waits again at the own place, not seen until the fan asks again.
for _, member in ipairs(redis.call('ZRANGEBYSCORE', KEYS[5], '-inf', now, 'LIMIT', 0, 500)) do
    local place = string.sub(redis.call('HGET', KEYS[4], member), 2)
    redis.call('HDEL', KEYS[4], member)
    redis.call('ZREM', KEYS[5], member)
    redis.call('ZADD', KEYS[3], place, member)
    redis.call('ZREM', KEYS[6], place)
    changes[#changes + 1] = place .. 'W'
end
local back, called = #changes, 0
local rate = tonumber(s[1]) * (tonumber(s[16]) or 1)
local tokens = tonumber(s[7])
local from = tonumber(s[10])
if now < from and now - s[13] >= 5000 and tonumber(s[14]) >= 0 and tonumber(s[15]) >= 0.98 * s[14] then
    -- Nearly all are back, and fans near the front have had time to ask twice.
    from = now
    redis.call('HSET', KEYS[2], 'callFrom', string.format('%.0f', now))
end
if s[3] ~= '1' and s[4] ~= '1' and now >= tonumber(s[5]) and now < tonumber(s[6]) and now >= from then
    tokens = math.min(math.max(rate, 1), tokens + rate * (now - s[8]) / 1000)
    local free = s[2] - redis.call('HLEN', KEYS[4])
    local wanted = math.min(math.floor(tokens), free, 500)
    -- While no node could tell who was seen, no fan grows silent.
    local alive = math.min(now, s[12] + 5000) - s[11]
    local start, scanned, last = s[9], 0, nil
    while called < wanted and scanned < 2000 do
        local batch = redis.call('ZRANGEBYSCORE', KEYS[3], start, '+inf', 'WITHSCORES', 'LIMIT', 0, 100)
        if #batch == 0 then
            break
        end
        for i = 1, #batch, 2 do
            local member, place = batch[i], batch[i + 1]
            scanned, last = scanned + 1, place
            local seenAt = redis.call('ZSCORE', KEYS[6], place)
            if seenAt and tonumber(seenAt) > alive - ARGV[1] then
                redis.call('ZREM', KEYS[3], member)
                redis.call('ZREM', KEYS[6], place)
                redis.call('HSET', KEYS[4], member, 'C' .. place)
                redis.call('ZADD', KEYS[5], string.format('%.0f', now + ARGV[2]), member)
                changes[#changes + 1] = place .. 'C'
                called = called + 1
                if called == wanted then
                    break
                end
            end
        end
        start = '(' .. last
    end
    if last then
        -- All before are called or silent: the next look starts here, unless one of them is seen.
        redis.call('HSET', KEYS[2], 'scan', string.format('%.0f', last + 1))
    end
    tokens = tokens - called
end
redis.call('HSET', KEYS[2], 'tokens', tokens, 'tokensAt', string.format('%.0f', now))
if #changes > 0 then
    redis.call('RPUSH', KEYS[7], unpack(changes))
    redis.call('LTRIM', KEYS[7], -20000, -1)
    redis.call('HINCRBY', KEYS[2], 'version', #changes)
    redis.call('HINCRBY', KEYS[2], 'called', called)
end
return {'CALLED', called, back, redis.call('ZCARD', KEYS[3]) + redis.call('HLEN', KEYS[4])}
