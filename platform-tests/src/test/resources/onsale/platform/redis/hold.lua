-- All seats or none.
-- KEYS[1] incarnation key, KEYS[2..] seats
-- ARGV[1] hold, ARGV[2] milliseconds
-- reply   {'HELD'} or {'TAKEN', number of the first taken seat}
for i = 2, #KEYS do
    if redis.call('EXISTS', KEYS[i]) == 1 then
        return {'TAKEN', i - 1}
    end
end
for i = 2, #KEYS do
    redis.call('SET', KEYS[i], ARGV[1], 'PX', ARGV[2])
end
return {'HELD'}
