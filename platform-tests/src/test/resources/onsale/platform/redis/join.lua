-- KEYS[1] incarnation key, KEYS[2] line
-- ARGV[1] fan, ARGV[2] place
-- reply   {1 if new else 0}
return {redis.call('ZADD', KEYS[2], 'LT', 'CH', ARGV[2], ARGV[1])}
