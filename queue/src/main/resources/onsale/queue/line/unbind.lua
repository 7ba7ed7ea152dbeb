-- Unbinds a person, unless the binding is another one or was made or renewed since.
-- KEYS  incarnation, persons (hash)
-- ARGV  person, schedule and user, only if older than this moment (ms of Redis)
-- Reply UNBOUND, 1 or 0
local old = redis.call('HGET', KEYS[2], ARGV[1])
if old and string.sub(old, 1, 44) == ARGV[2] and tonumber(string.sub(old, 45)) < tonumber(ARGV[3]) then
    redis.call('HDEL', KEYS[2], ARGV[1])
    return {'UNBOUND', 1}
end
return {'UNBOUND', 0}
