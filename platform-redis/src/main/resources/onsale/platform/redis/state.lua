-- KEYS[1] incarnation key
-- reply   {'OPEN'}, {'RESTORING'} while a recovery of this process is under way, or {'LOST'}
local value = redis.call('GET', KEYS[1])
if value == INCARNATION then
    return {'OPEN'}
end
local restoring = 'restoring:' .. INCARNATION .. ':'
if value and string.sub(value, 1, #restoring) == restoring then
    return {'RESTORING'}
end
return {'LOST'}
