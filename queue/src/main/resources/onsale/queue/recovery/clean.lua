-- Deletes the line of a sale that ended long ago.
-- KEYS  incarnation, state, waiting, active, called, seen, changes, used places of each epoch...
-- ARGV  -
-- Reply CLEANED
redis.call('DEL', unpack(KEYS))
return {'CLEANED'}
