package onsale.queue;

import java.util.UUID;

/**
 * Who waits.
 *
 * @param person digest of the person id, see {@link onsale.contracts.EntryPass#person}
 */
record Fan(UUID userId, UUID person) {

    /** As Redis knows the fan. The person is part of it, so that bindings can be found again. */
    String member() {
        return Ids22.of(userId) + Ids22.of(person);
    }

    static Fan of(String member) {
        return new Fan(Ids22.read(member, 0), Ids22.read(member, Ids22.LENGTH));
    }
}
