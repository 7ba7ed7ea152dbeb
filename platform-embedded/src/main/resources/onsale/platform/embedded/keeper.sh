# Runs one server and stops it when our standard input ends, which happens when the parent closes it
# and also when the parent dies of kill -9: both end in the same orderly stop.
# usage: sh keeper.sh PIDFILE STOP_SIGNAL GRACE_SECONDS COMMAND...
umask 077 # what a server writes is for its owner only
pidfile=$1 stop_signal=$2 grace_seconds=$3
shift 3

exec 3<&0
"$@" 3<&- </dev/null &
server=$!
echo "$server" >"$pidfile.new" && mv "$pidfile.new" "$pidfile"

(
    while read -r _; do :; done <&3
    kill -s "$stop_signal" "$server" 2>/dev/null
    kill -s CONT "$server" 2>/dev/null # a paused server cannot obey
    tries=$((grace_seconds * 5))
    while [ "$tries" -gt 0 ] && kill -0 "$server" 2>/dev/null; do
        sleep 0.2
        tries=$((tries - 1))
    done
    kill -s KILL "$server" 2>/dev/null
) &
watcher=$!
exec 3<&-

wait "$server"
status=$?
kill "$watcher" 2>/dev/null
exit "$status"
