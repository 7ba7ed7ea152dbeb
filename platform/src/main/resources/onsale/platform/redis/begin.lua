-- Closes the guard for a recovery that counts only in this process.
-- KEYS[1] incarnation key
-- ARGV[1] nonce of the recovery
-- reply   {'BEGUN'}
redis.call('SET', KEYS[1], 'restoring:' .. INCARNATION .. ':' .. ARGV[1])
return {'BEGUN'}
