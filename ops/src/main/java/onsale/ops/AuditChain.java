package onsale.ops;

import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import onsale.ops.AuditStore.Head;
import onsale.ops.AuditStore.Link;
import onsale.platform.db.Database;
import onsale.platform.integrity.Probe;
import onsale.platform.integrity.Probe.Finding;
import onsale.platform.job.Jobs;
import onsale.platform.settings.Secret;

/**
 * Appends the entries of all contexts to one chain and verifies it. The key of the macs is made of
 * the platform's secret, which the database does not have: who may write the tables still cannot
 * make a row that fits.
 */
final class AuditChain {

    private static final String CHECK = "audit_chain";
    private static final String MAC = "HmacSHA256";
    private static final Duration EVERY = Duration.ofSeconds(1);
    private static final Duration LEASE = Duration.ofSeconds(30);
    private static final int AT_ONCE_MAX = 500;
    private static final int FOUND_MAX = 100;

    private final Database database;
    private final AuditStore store;
    private final SecretKeySpec key;

    AuditChain(Database database, AuditStore store, Secret secret) {
        this.database = database;
        this.store = store;
        this.key = new SecretKeySpec(secret.deriveBytes("audit-chain"), MAC);
    }

    void start(Jobs jobs) {
        jobs.every(
                "chain-audit",
                EVERY,
                LEASE,
                lease -> {
                    while (lease.stillMine() && append() == AT_ONCE_MAX) {
                        // as long as there are more
                    }
                });
    }

    /** Appends waiting entries; returns how many. */
    int append() {
        return database.inTransaction(() -> {
            Head head = store.lockHead();
            List<AuditRow> rows = store.take(AT_ONCE_MAX);
            for (AuditRow row : rows) {
                long seq = head.seq() + 1;
                head = new Head(seq, mac(seq, row, head.mac()));
                store.append(new Link(seq, row, head.mac()));
            }
            if (!rows.isEmpty()) {
                store.moveHead(head);
            }
            return rows.size();
        });
    }

    Probe probe() {
        return new Probe(CHECK, this::violations);
    }

    /** Reads the whole chain, some rows at a time, and reports where it does not fit. */
    List<Finding> violations() {
        List<Finding> found = new ArrayList<>();
        Head promised = store.head(); // before the rows, which may be appended to meanwhile
        Head last = new Head(0, new byte[0]);
        List<Link> some;
        do {
            some = store.after(last.seq(), AT_ONCE_MAX);
            for (Link link : some) {
                if (!MessageDigest.isEqual(link.mac(), mac(link.seq(), link.row(), last.mac()))) {
                    found.add(finding(link.seq(), "does not fit the row before it"));
                }
                if (link.seq() == promised.seq()
                        && !MessageDigest.isEqual(link.mac(), promised.mac())) {
                    found.add(finding(link.seq(), "is not the row that was last"));
                }
                last = new Head(link.seq(), link.mac());
            }
        } while (some.size() == AT_ONCE_MAX && found.size() < FOUND_MAX);
        if (some.size() < AT_ONCE_MAX && last.seq() < promised.seq()) {
            found.add(finding(promised.seq(), "is missing at the end"));
        }
        return found;
    }

    private static Finding finding(long seq, String what) {
        return new Finding(Long.toString(seq), "audit row " + seq + " " + what);
    }

    private byte[] mac(long seq, AuditRow row, byte[] before) {
        try {
            Mac mac = Mac.getInstance(MAC);
            mac.init(key);
            mac.update(before);
            return mac.doFinal(row.bytes(seq));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }
}
