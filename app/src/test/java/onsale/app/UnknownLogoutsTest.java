package onsale.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import onsale.app.Api.Answer;
import onsale.platform.access.CurrentUser;
import onsale.platform.redis.Redis;
import onsale.platform.redis.revocation.TokenBlacklist;
import onsale.testkit.Node;
import onsale.testkit.Stores;
import onsale.testkit.Wait;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A node that cannot know yet who has signed out believes nobody, and says when to come back. */
class UnknownLogoutsTest {

    @RegisterExtension static final Stores stores = Stores.ownWithoutKafka();

    @Test
    void withoutRedisANodeWithoutTheUserRoleBelievesNoTokenYet() throws Exception {
        try (Api api = new Api();
                TestTokens tokens = new TestTokens(stores)) {
            stores.redis().stop();
            try (Node node = stores.startNode("--roles=reservation", tokens.setting())) {
                String mine = node.url() + "/api/reservations/" + UUID.randomUUID();
                String fan = tokens.token(CurrentUser.USER);

                Answer unknown = api.get(mine, fan);
                assertThat(unknown.status()).isEqualTo(503);
                assertThat(unknown.response().headers().firstValue("Retry-After")).isPresent();
                assertThat(api.get(mine, null).status()).isEqualTo(401);

                stores.redis().start();
                fillAsTheUserContextDoes();

                Wait.until(
                        "tokens are believed",
                        Duration.ofSeconds(30),
                        () -> api.get(mine, fan).status() == 404);
            }
        }
    }

    private static void fillAsTheUserContextDoes() {
        try (Redis redis = new Redis(stores.redisSettings());
                TokenBlacklist signedOut = new TokenBlacklist(redis, Clock.systemUTC())) {
            signedOut.refill(Map.of());
        }
    }
}
