-- KEYS[1] incarnation key, KEYS[2] counter
-- reply   {the number given}
return {redis.call('INCR', KEYS[2])}
