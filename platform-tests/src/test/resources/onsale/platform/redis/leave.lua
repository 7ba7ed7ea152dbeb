-- KEYS[1] incarnation key, KEYS[2] line, KEYS[3] counts
-- ARGV[1] fan
-- reply   {how many left so far}
redis.call('ZREM', KEYS[2], ARGV[1])
redis.call('EXPIRE', KEYS[2], 3600)
return {redis.call('HINCRBY', KEYS[3], 'left', 1)}
