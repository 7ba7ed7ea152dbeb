-- Adds requests that a node let pass to what all nodes have used of a limit. They have passed, so they
-- count beyond the limit too. A bucket keeps at most the limit; what exceeds it is carried over to
-- the next bucket, so that it drains at the limit per window, however much it is.
-- KEYS[1] the window: hash of i (number of the current bucket), c (requests in it), p (in the one before)
-- ARGV[1] requests allowed per window, ARGV[2] window in milliseconds, ARGV[3] requests to add
-- reply: {requests used in the window that ends now, rounded up}
local limit, window, requests = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local index = math.floor(now / window)
local into = now - index * window

local stored = redis.call('HMGET', KEYS[1], 'i', 'c', 'p')
local i, current, previous = tonumber(stored[1] or -1), tonumber(stored[2] or 0), tonumber(stored[3] or 0)
if index > i then
  local left = math.max(0, current - (index - i - 1) * limit)
  previous = math.min(left, limit)
  current = left - previous
elseif index < i then -- the clock went back: stay where we were
  index, into = i, 0
end

current = current + requests
redis.call('HSET', KEYS[1], 'i', index, 'c', current, 'p', previous)
redis.call('PEXPIRE', KEYS[1], window * (2 + math.floor(current / limit)))
return {math.ceil(current + previous * (window - into) / window)}
