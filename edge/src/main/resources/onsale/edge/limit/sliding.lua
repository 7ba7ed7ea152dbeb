-- Counts one call in a sliding window, or refuses it. A refused call is not counted.
-- KEYS[1] the window: hash of i (number of the current bucket), c (calls in it), p (in the one before)
-- ARGV[1] calls allowed per window, ARGV[2] window in milliseconds
-- reply: {1 allowed or 0 refused, calls left, milliseconds until the window is free or a call may pass}
local limit, window = tonumber(ARGV[1]), tonumber(ARGV[2])
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local index = math.floor(now / window)
local into = now - index * window

local stored = redis.call('HMGET', KEYS[1], 'i', 'c', 'p')
local i, current, previous = tonumber(stored[1] or -1), tonumber(stored[2] or 0), tonumber(stored[3] or 0)
if index == i + 1 then
  previous, current = current, 0
elseif index > i then
  previous, current = 0, 0
elseif index < i then -- the clock went back: stay where we were
  index, into = i, 0
end

local used = current + previous * (window - into) / window
if used + 1 > limit then
  local wait = window - into
  if current + 1 <= limit then -- enough of the previous bucket has to slide out
    wait = math.ceil(window * (1 - (limit - 1 - current) / previous)) - into
  elseif current > 0 then -- the next bucket begins, and then the same
    wait = wait + math.ceil(window * (1 - (limit - 1) / current))
  end
  return {0, 0, math.max(1, wait)}
end
redis.call('HSET', KEYS[1], 'i', index, 'c', current + 1, 'p', previous)
redis.call('PEXPIRE', KEYS[1], 2 * window)
return {1, math.floor(limit - used - 1), window - into}
