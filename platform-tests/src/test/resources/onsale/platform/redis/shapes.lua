-- KEYS[1] any key
-- ARGV[1] a text
-- reply   {7, text, {8, text}, nil, 9}
return {7, ARGV[1], {8, ARGV[1]}, false, 9}
