-- Changes the pace of a line, the share of its rate at which fans are called: down while purchases
-- are slow, up again while they are not.
-- KEYS  incarnation, state
-- ARGV  factor, least pace
-- Reply PACE, pace in percent
local pace = (tonumber(redis.call('HGET', KEYS[2], 'pace')) or 1) * ARGV[1]
pace = math.max(tonumber(ARGV[2]), math.min(1, pace))
redis.call('HSET', KEYS[2], 'pace', pace)
return {'PACE', math.floor(pace * 100)}
