-- KEYS[1] set
-- ARGV[1] member
-- reply   {1 if new else 0}
return {redis.call('SADD', KEYS[1], ARGV[1])}
