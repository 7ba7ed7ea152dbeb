-- KEYS[1] incarnation key, KEYS[2] counter
-- ARGV[1] nonce of the recovery, ARGV[2] what the counter must be
-- reply   {'OK'}
redis.call('SET', KEYS[2], ARGV[2])
return {'OK'}
