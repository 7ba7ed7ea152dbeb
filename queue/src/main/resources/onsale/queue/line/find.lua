-- Whether a fan waits in this line, is called or is inside.
-- KEYS  incarnation, state, waiting, active, called, seen, changes
-- ARGV  member
-- Reply FOUND, 1 or 0
local there = redis.call('ZSCORE', KEYS[3], ARGV[1]) or redis.call('HEXISTS', KEYS[4], ARGV[1]) == 1
return {'FOUND', there and 1 or 0}
