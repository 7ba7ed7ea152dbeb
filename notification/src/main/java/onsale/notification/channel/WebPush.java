package onsale.notification.channel;

import java.net.URI;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import onsale.notification.WebPushSettings;
import onsale.notification.delivery.Carrier;
import onsale.notification.delivery.Channel;
import onsale.notification.delivery.Result;
import onsale.notification.delivery.ShortMessage;
import onsale.notification.outgoing.GuardedHttp;
import onsale.notification.outgoing.GuardedHttp.Outcome;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/** Pushes to browsers by their own push services: encrypted for the browser, signed by us. */
public final class WebPush implements Carrier {

    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final Duration TOKEN_FOR = Duration.ofHours(12);
    private static final int SALT_BYTES = 16;

    /** How long a push service keeps a message for a browser that is off. */
    private static final Duration KEPT_FOR = Duration.ofDays(1);

    private final WebPushSettings settings;
    private final PushKeys keys;
    private final GuardedHttp http;
    private final InstantSource clock;
    private final SecureRandom random = new SecureRandom();

    public WebPush(WebPushSettings settings, PushKeys keys, GuardedHttp http, InstantSource clock) {
        this.settings = settings;
        this.keys = keys;
        this.http = http;
        this.clock = clock;
    }

    @Override
    public Channel channel() {
        return Channel.WEB_PUSH;
    }

    @Override
    public Result send(
            UUID id, ShortMessage message, @Nullable String phone, @Nullable Device device) {
        byte @Nullable [] key = device == null ? null : device.p256dh();
        byte @Nullable [] auth = device == null ? null : device.auth();
        if (device == null || key == null || auth == null) {
            return new Result.Gone();
        }
        URI url = URI.create(device.address());
        byte[] salt = new byte[SALT_BYTES];
        random.nextBytes(salt);
        byte[] body = PushEncryption.encrypt(plain(id, message), key, auth, P256.generate(), salt);
        try {
            return result(http.post(url, headers(id, url), body, settings.within()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return new Result.NotNow("interrupted");
        }
    }

    private static byte[] plain(UUID id, ShortMessage message) {
        Map<String, Object> body = new TreeMap<>();
        body.put("id", id.toString());
        body.put("title", message.title());
        body.put("body", message.body());
        body.put("url", message.url());
        byte[] all = JSON.writeValueAsBytes(body);
        if (all.length > PushEncryption.BYTES_MAX) {
            body.put("body", "");
            all = JSON.writeValueAsBytes(body);
        }
        return all;
    }

    /** The topic makes a push that is tried again replace the one that is still on its way. */
    private Map<String, String> headers(UUID id, URI url) {
        Map<String, Object> claims = new TreeMap<>();
        claims.put("aud", url.getScheme() + "://" + url.getRawAuthority());
        claims.put("exp", clock.instant().plus(TOKEN_FOR).getEpochSecond());
        claims.put("sub", settings.contact());
        return Map.of(
                "Authorization",
                "vapid t=%s, k=%s"
                        .formatted(keys.token(JSON.writeValueAsString(claims)), keys.publicKey()),
                "Content-Type",
                "application/octet-stream",
                "Content-Encoding",
                "aes128gcm",
                "TTL",
                Long.toString(KEPT_FOR.toSeconds()),
                "Topic",
                id.toString().replace("-", ""));
    }

    /** There are many push services, so an outage of one is an attempt of its messages only. */
    private static Result result(Outcome outcome) {
        return switch (outcome) {
            case Outcome.Blocked _ -> new Result.Refused("ADDRESS");
            case Outcome.Failed failed -> new Result.NotNow(failed.why());
            case Outcome.Answered answered -> {
                int status = answered.status();
                if (status >= 200 && status < 300) {
                    yield new Result.Accepted();
                }
                if (status == 404 || status == 410) {
                    yield new Result.Gone();
                }
                yield status == 429 || status >= 500
                        ? new Result.NotNow("PUSH_" + status)
                        : new Result.Refused("PUSH_" + status);
            }
        };
    }
}
