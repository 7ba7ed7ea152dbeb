-- Tells why a line is restoring.
-- KEYS  incarnation
-- ARGV  -
-- Reply the key's value, empty if it has none
return {redis.call('GET', KEYS[1]) or ''}
