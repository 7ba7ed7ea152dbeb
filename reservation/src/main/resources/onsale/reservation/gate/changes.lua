-- What has changed since a version; each change is one version.
-- KEYS  incarnation, seats, version, changes
-- ARGV  version
-- Reply CHANGES, version now, "<ordinal><A|H|S>"... in order | RESYNC
local version = tonumber(redis.call('GET', KEYS[3]))
local missing = version - tonumber(ARGV[1])
if missing < 0 or missing > redis.call('LLEN', KEYS[4]) or missing > 5000 then
    return {'RESYNC'}
end
if missing == 0 then
    return {'CHANGES', version}
end
return {'CHANGES', version, unpack(redis.call('LRANGE', KEYS[4], -missing, -1))}
