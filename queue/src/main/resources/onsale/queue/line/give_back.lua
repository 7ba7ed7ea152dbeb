-- Lets a fan wait again at their own place who began to take a turn up that got no row, if the value is
-- still the one that was found.
-- KEYS  incarnation, state, waiting, active, called, seen, changes
-- ARGV  member, place, value as it was found
-- Reply GIVEN_BACK, 1 or 0
if redis.call('HGET', KEYS[4], ARGV[1]) ~= ARGV[3] then
    return {'GIVEN_BACK', 0}
end
redis.call('HDEL', KEYS[4], ARGV[1])
redis.call('ZADD', KEYS[3], ARGV[2], ARGV[1])
redis.call('RPUSH', KEYS[7], ARGV[2] .. 'W')
redis.call('HINCRBY', KEYS[2], 'version', 1)
return {'GIVEN_BACK', 1}
