-- Forgets a line that is long over.
-- KEYS  incarnation, state, waiting, active, called, seen, changes, gone numbers of each epoch...
-- ARGV  -
-- Reply CLEANED
redis.call('DEL', unpack(KEYS))
return {'CLEANED'}
