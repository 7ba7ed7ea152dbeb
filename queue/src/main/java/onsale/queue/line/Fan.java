package onsale.queue.line;

import java.util.UUID;
import onsale.contracts.EntryPass;
import onsale.platform.access.CurrentUser;

/**
 * A fan: an account and the person who owns it.
 *
 * @param person digest of the person id, see {@link EntryPass#person}
 */
public record Fan(UUID userId, UUID person) {

    /**
     * The fan's name in Redis. The person is part of it, so that the bindings of persons can be
     * rebuilt from the lines.
     */
    public String member() {
        return CompactId.of(userId) + CompactId.of(person);
    }

    public static Fan of(CurrentUser user) {
        return new Fan(user.userId(), EntryPass.person(user.personId()));
    }

    public static Fan of(String member) {
        return new Fan(CompactId.read(member, 0), CompactId.read(member, CompactId.LENGTH));
    }
}
