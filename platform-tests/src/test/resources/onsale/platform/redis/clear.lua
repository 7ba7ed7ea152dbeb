-- KEYS[1] incarnation key, KEYS[2..] whatever is to go
-- reply   {how many were there}
local n = 0
for i = 2, #KEYS do
    n = n + redis.call('DEL', KEYS[i])
end
return {n}
