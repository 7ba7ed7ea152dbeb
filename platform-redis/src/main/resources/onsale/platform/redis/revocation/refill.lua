-- Writes sessions during a recovery; the first call of a recovery deletes the old ones.
-- KEYS[1] incarnation key, KEYS[2] sessions by end, KEYS[3] changes, KEYS[4] epoch
-- ARGV[1] nonce of the recovery, then pairs of id and end in seconds since 1970
-- reply   {'OK'}
if redis.call('GET', KEYS[4]) ~= ARGV[1] then
    redis.call('DEL', KEYS[2], KEYS[3])
    redis.call('SET', KEYS[4], ARGV[1])
end
for i = 2, #ARGV, 2 do
    if redis.call('ZADD', KEYS[2], 'NX', ARGV[i + 1], ARGV[i]) == 1 then
        redis.call('XADD', KEYS[3], '*', 'id', ARGV[i], 'end', ARGV[i + 1])
    end
end
return {'OK'}
