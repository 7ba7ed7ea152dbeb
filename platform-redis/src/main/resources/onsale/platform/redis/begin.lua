-- Begins a recovery, which is valid only in this process, and stops guarded scripts.
-- KEYS[1] incarnation key
-- ARGV[1] nonce of the recovery
-- reply   {'BEGUN'}
redis.call('SET', KEYS[1], 'restoring:' .. INCARNATION .. ':' .. ARGV[1])
return {'BEGUN'}
