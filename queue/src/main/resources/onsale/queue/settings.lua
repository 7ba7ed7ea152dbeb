-- Takes over what operators and the catalogue have set, unless it knows newer.
-- KEYS  incarnation, state
-- ARGV  version of the settings, then fields and values by turns
-- Reply SET, 1 or 0
if tonumber(redis.call('HGET', KEYS[2], 'settings')) >= tonumber(ARGV[1]) then
    return {'SET', 0}
end
redis.call('HSET', KEYS[2], 'settings', ARGV[1], unpack(ARGV, 2))
return {'SET', 1}
