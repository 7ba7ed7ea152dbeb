-- Opens the guard if this recovery began in this process and nothing was lost or begun since.
-- KEYS[1] incarnation key
-- ARGV[1] nonce of the recovery
-- reply   {'OPEN'} or {'LOST'}
if redis.call('GET', KEYS[1]) ~= 'restoring:' .. INCARNATION .. ':' .. ARGV[1] then
    return {'LOST'}
end
redis.call('SET', KEYS[1], INCARNATION)
return {'OPEN'}
