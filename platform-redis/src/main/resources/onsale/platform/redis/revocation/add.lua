-- Revokes sessions; repeating it changes nothing.
-- KEYS[1] incarnation key, KEYS[2] sessions by end, KEYS[3] changes
-- ARGV[1] seconds for which a change is kept, then pairs of id and end in seconds since 1970
-- reply   {number of sessions that were new}
local now = tonumber(redis.call('TIME')[1])
redis.call('ZREMRANGEBYSCORE', KEYS[2], '-inf', '(' .. now)
redis.call('XTRIM', KEYS[3], 'MINID', '~', string.format('%.0f', (now - ARGV[1]) * 1000))
local added = 0
for i = 2, #ARGV, 2 do
    if redis.call('ZADD', KEYS[2], 'NX', ARGV[i + 1], ARGV[i]) == 1 then
        redis.call('XADD', KEYS[3], '*', 'id', ARGV[i], 'end', ARGV[i + 1])
        added = added + 1
    end
end
return {added}
