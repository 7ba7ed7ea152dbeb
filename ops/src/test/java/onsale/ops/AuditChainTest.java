package onsale.ops;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import onsale.platform.access.Actor;
import onsale.platform.audit.AuditTrail;
import onsale.platform.db.ContextSchema;
import onsale.platform.db.Database;
import onsale.platform.integrity.Probe.Finding;
import onsale.platform.settings.Secret;
import onsale.testkit.Stores;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What staff did cannot be changed, removed or added unnoticed. */
class AuditChainTest {

    @RegisterExtension static final Stores stores = Stores.shared();

    private final Database shop = stores.database(new ContextSchema("shop", "shop_user"));
    private final Database ops = stores.database(OpsModule.SCHEMA);
    private final AuditStore store = new AuditStore(ops);
    private final AuditChain chain = new AuditChain(ops, store, stores.secret());
    private final AuditTrail trail = new AuditTrail(shop);
    private final Actor operator =
            new Actor(UUID.randomUUID(), Set.of("OPERATOR"), "192.0.2.7", "trace");

    @BeforeEach
    void clear() throws Exception {
        asOwner("truncate common.audit");
        asOwner("truncate common.audit_entries");
        asOwner("update ops.audit_head set seq = 0, mac = ''");
    }

    private void did(String... actions) {
        for (String action : actions) {
            trail.record(operator, action, "price", Map.of("won", 1), Map.of("won", 2));
        }
    }

    @Test
    void anEntryArrivesWholeAndInOrder() {
        did("first", "second");

        assertThat(chain.append()).isEqualTo(2);

        assertThat(chain.violations()).isEmpty();
        List<AuditStore.Link> newest = store.newest(new AuditStore.Search(null, "", ""), 0, 10);
        assertThat(newest).extracting(AuditStore.Link::seq).containsExactly(2L, 1L);
        AuditRow row = newest.getFirst().row();
        assertThat(row.action()).isEqualTo("second");
        assertThat(row.service()).isEqualTo("shop_user");
        assertThat(row.actorId()).isEqualTo(operator.userId());
        assertThat(row.actorRoles()).isEqualTo("OPERATOR");
        assertThat(row.address()).isEqualTo("192.0.2.7");
        assertThat(row.before()).isEqualTo("{\"won\":1}");
        assertThat(row.after()).isEqualTo("{\"won\":2}");
    }

    @Test
    void aChangeThatIsRolledBackLeavesNoEntry() {
        assertThatThrownBy(() ->
                        trail.record(
                                operator,
                                "fails",
                                "price",
                                () -> null,
                                () -> {
                                    throw new IllegalStateException("no");
                                },
                                after -> after))
                .isInstanceOf(IllegalStateException.class);

        assertThat(chain.append()).isZero();
    }

    /** The canary of the check: each is something that must not go unnoticed. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "update common.audit set action = 'harmless' where seq = 3",
                "update common.audit set after_json = null where seq = 3",
                "update common.audit set at = at + interval '1 second' where seq = 3",
                "delete from common.audit where seq = 3",
                "delete from common.audit where seq >= 5",
                "delete from common.audit",
                "update common.audit set seq = 10 where seq = 6",
                """
                insert into common.audit select 7, service, at, actor_id, actor_roles, address,
                    trace_id, action, subject, before_json, after_json, mac
                from common.audit where seq = 6
                """
            })
    void whatIsDoneToARowIsFound(String sql) throws Exception {
        did("1", "2", "3", "4", "5", "6");
        chain.append();
        assertThat(chain.violations()).isEmpty();

        asOwner(sql);

        assertThat(chain.violations()).isNotEmpty();
    }

    /** Whoever can write the tables but has not the secret cannot make a row that fits. */
    @Test
    void aChainMadeWithAnotherKeyIsFound() {
        did("1", "2");

        new AuditChain(ops, store, Secret.valueOf("another secret, of somebody else")).append();

        assertThat(chain.violations()).extracting(Finding::subject).containsExactly("1", "2");
    }

    @Test
    void nobodyMayReadOrChangeTheAuditButOpsWhichOnlyAppends() {
        did("1");
        chain.append();

        for (String sql :
                List.of(
                        "select count(*) from common.audit",
                        "select count(*) from common.audit_entries",
                        "delete from common.audit_entries",
                        "update common.audit_entries set action = 'x'",
                        "insert into common.audit_entries (service, actor_id, actor_roles, address,"
                                + " trace_id, action, subject) values ('ops_svc_user',"
                                + " gen_random_uuid(), '', '', '', '', '')")) {
            assertRefused(shop, sql);
        }
        for (String sql :
                List.of(
                        "delete from common.audit",
                        "update common.audit set action = 'x'",
                        "truncate common.audit")) {
            assertRefused(ops, sql);
        }
    }

    private static void assertRefused(Database database, String sql) {
        assertThatThrownBy(() -> database.sql().sql(sql).update())
                .as(sql)
                .hasStackTraceContaining(
                        sql.startsWith("insert") ? "row-level security" : "permission denied");
    }

    private static void asOwner(String sql) throws Exception {
        try (var admin = stores.admin();
                var statement = admin.createStatement()) {
            statement.execute(sql);
        }
    }
}
