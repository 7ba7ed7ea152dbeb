-- A claim that began and of which no row came: back to its own number, if it is still that claim.
-- KEYS  incarnation, state, waiting, active, called, seen, changes
-- ARGV  member, place, value as it was found
-- Reply UNCLAIMED, 1 or 0
if redis.call('HGET', KEYS[4], ARGV[1]) ~= ARGV[3] then
    return {'UNCLAIMED', 0}
end
redis.call('HDEL', KEYS[4], ARGV[1])
redis.call('ZADD', KEYS[3], ARGV[2], ARGV[1])
redis.call('RPUSH', KEYS[7], ARGV[2] .. 'W')
redis.call('HINCRBY', KEYS[2], 'version', 1)
return {'UNCLAIMED', 1}
