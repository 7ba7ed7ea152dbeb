-- A page of the line, for a node that starts to follow it or is too far behind. All pages, with the
-- changes since the version of the first one, are the whole line.
-- KEYS  incarnation, state, waiting, active, called, seen, changes
-- ARGV  place after which to start, how many
-- Reply PAGE, version, epoch, counter, then in lists: members and places by turns, and for the
--       first page (after 0) members and values of those called or inside; Redis's time in ms
local time = redis.call('TIME')
local s = redis.call('HMGET', KEYS[2], 'version', 'epoch', 'counter')
return {
    'PAGE', tonumber(s[1]), tonumber(s[2]), tonumber(s[3]),
    redis.call('ZRANGEBYSCORE', KEYS[3], '(' .. ARGV[1], '+inf', 'WITHSCORES', 'LIMIT', 0, ARGV[2]),
    ARGV[1] == '0' and redis.call('HGETALL', KEYS[4]) or {},
    time[1] * 1000 + math.floor(time[2] / 1000)
}
