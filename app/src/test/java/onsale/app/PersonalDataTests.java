package onsale.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.SortedMap;
import onsale.platform.redis.Redis;
import onsale.testkit.Node;
import onsale.testkit.OwnRedis;
import onsale.testkit.Stores;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Whoever steals the database learns nobody's e-mail, name, phone or CI. */
class PersonalDataTests {

    private static final String EMAIL = "secretive.person@fans.example";
    private static final String NAME = "남궁비밀스러운";
    private static final String PHONE = "01012345678"; // as Api has it verified

    @SuppressWarnings("NullAway.Init")
    private static Stores stores;

    @SuppressWarnings("NullAway.Init")
    private static Api api;

    @SuppressWarnings("NullAway.Init")
    private static Node node;

    @SuppressWarnings("NullAway.Init")
    private static List<String> secrets;

    @BeforeAll
    static void aPersonWithAHistory() {
        stores = SharedNode.get().stores;
        api = SharedNode.get().api;
        node = SharedNode.get().node;
        String verified = api.verified(NAME);
        String body = api.signUpBody(node.url(), EMAIL, verified);
        assertThat(api.post(node.url() + "/api/auth/signup", body, null).status()).isEqualTo(201);
        String again = api.signUpBody(node.url(), EMAIL, verified);
        assertThat(api.post(node.url() + "/api/auth/signup", again, null).status()).isEqualTo(409);
        api.login(node.url(), EMAIL, "wrong password");
        Api.Answer in = api.login(node.url(), EMAIL, Api.PASSWORD);
        api.refresh(node.url(), in.text("refreshToken"));
        api.get(node.url() + "/api/users/me", in.text("accessToken"));
        api.logout(node.url(), in.text("refreshToken"), in.text("accessToken"));
        secrets =
                List.of(EMAIL, "secretive.person", NAME, PHONE, "010-1234-5678", api.ci(verified));
    }

    @Test
    void aDumpOfTheDatabaseNamesNobody() throws SQLException {
        String dump = dump();

        assertThat(dump).contains("user_service.users", "login_history", "a browser");
        assertThat(found(dump)).isEmpty();
    }

    @Test
    void neitherDoRedisAndTheLog() {
        Redis redis = stores.redisConnection();
        SortedMap<String, String> everything = OwnRedis.everything(redis.connection().sync());

        assertThat(found(everything.toString())).isEmpty();
        assertThat(found(node.log())).isEmpty();
        assertThat(node.log()).doesNotContain(Api.PASSWORD);
    }

    /** The canary: the search finds what is there, however it is written. */
    @Test
    void aPlantedSecretIsFound() throws SQLException {
        byte[] name = NAME.getBytes(StandardCharsets.UTF_8);
        for (String planted :
                List.of(
                        "'%s'".formatted(EMAIL.toUpperCase(Locale.ROOT)),
                        "'x%sx'".formatted(Base64.getEncoder().encodeToString(name)),
                        "'%s'"
                                .formatted(
                                        Base64.getEncoder()
                                                .encodeToString(
                                                        ("1" + EMAIL)
                                                                .getBytes(StandardCharsets.UTF_8))),
                        "'%s'".formatted(HexFormat.of().formatHex(name)),
                        "convert_to('%s', 'UTF8')::text".formatted(PHONE))) {
            try (Connection admin = stores.admin();
                    var statement = admin.createStatement()) {
                statement.execute("create schema planted");
                statement.execute("create table planted.notes as select " + planted + " as note");
                try {
                    assertThat(found(dump())).as(planted).isNotEmpty();
                } finally {
                    statement.execute("drop schema planted cascade");
                }
            }
        }
    }

    /** Every row of every table of every schema, as text. */
    private static String dump() throws SQLException {
        StringBuilder dump = new StringBuilder();
        try (Connection admin = stores.admin();
                var statement = admin.createStatement()) {
            List<String> tables = new ArrayList<>();
            try (var names =
                    statement.executeQuery(
                            """
                            select format('%I.%I', table_schema, table_name) from information_schema.tables
                            where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')
                            """)) {
                while (names.next()) {
                    tables.add(names.getString(1));
                }
            }
            for (String table : tables) {
                dump.append(table).append('\n');
                try (var rows = statement.executeQuery("select t::text from " + table + " t")) {
                    while (rows.next()) {
                        dump.append(rows.getString(1)).append('\n');
                    }
                }
            }
        }
        return dump.toString();
    }

    /** The secrets that stand there, plainly, in hex or in base64. */
    private static List<String> found(String text) {
        String plain = text.toLowerCase(Locale.ROOT);
        return secrets.stream()
                .filter(secret ->
                        plain.contains(secret.toLowerCase(Locale.ROOT))
                                || plain.contains(
                                        HexFormat.of()
                                                .formatHex(secret.getBytes(StandardCharsets.UTF_8)))
                                || base64(secret).stream().anyMatch(text::contains))
                .toList();
    }

    /** As it looks at each of the three places where it can begin within an encoded text. */
    private static List<String> base64(String secret) {
        byte[] bytes = secret.getBytes(StandardCharsets.UTF_8);
        List<String> forms = new ArrayList<>();
        for (int skipped = 0; skipped < 3; skipped++) {
            byte[] rest = Arrays.copyOfRange(bytes, skipped, bytes.length);
            byte[] whole = Arrays.copyOf(rest, rest.length - rest.length % 3);
            forms.add(Base64.getEncoder().encodeToString(whole));
            forms.add(Base64.getUrlEncoder().encodeToString(whole));
        }
        return forms;
    }
}
