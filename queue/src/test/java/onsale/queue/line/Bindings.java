package onsale.queue.line;

import onsale.testkit.Stores;

/** Bindings of persons as tests find and change them in Redis. */
public final class Bindings {

    private Bindings() {}

    /** Changes the binding as if the fan had been bound half a minute earlier. */
    public static void makeOld(Stores stores, Fan fan) {
        var commands = stores.redisConnection().sync();
        String person = CompactId.of(fan.person());
        String group = PersonBindings.tag(PersonBindings.group(fan.person()));
        for (String key : commands.keys("queue:{" + group + "}:person:*")) {
            String value = commands.hget(key, person);
            if (value != null) {
                long at = Long.parseLong(value.substring(2 * CompactId.LENGTH)) - 30_000;
                commands.hset(key, person, value.substring(0, 2 * CompactId.LENGTH) + at);
            }
        }
    }
}
