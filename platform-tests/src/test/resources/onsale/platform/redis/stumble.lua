-- Writes, then fails.
-- KEYS[1] any key
-- reply   none
redis.call('SET', KEYS[1], 'half')
return redis.call('INCR', KEYS[1])
