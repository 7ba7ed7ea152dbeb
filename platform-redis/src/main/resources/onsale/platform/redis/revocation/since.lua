-- Reads the changes since the last read of a node, or all of them if the list was refilled since.
-- KEYS[1] incarnation key, KEYS[2] changes, KEYS[3] epoch
-- ARGV[1] epoch the node knows, ARGV[2] last change it knows or '', ARGV[3] changes at most
-- reply   {epoch, last change in this reply or '', then pairs of id and end in seconds since 1970}
local epoch = redis.call('GET', KEYS[3]) or ''
local from = '-'
if epoch == ARGV[1] and ARGV[2] ~= '' then
    from = '(' .. ARGV[2]
end
local changes = redis.call('XRANGE', KEYS[2], from, '+', 'COUNT', ARGV[3])
local reply = {epoch, ''}
for _, change in ipairs(changes) do
    reply[2] = change[1]
    reply[#reply + 1] = change[2][2]
    reply[#reply + 1] = change[2][4]
end
return reply
