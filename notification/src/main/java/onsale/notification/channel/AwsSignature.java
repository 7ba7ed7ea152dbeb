package onsale.notification.channel;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import onsale.platform.Sha256;

/** Signs a request to Amazon Web Services: Signature Version 4, for a POST of a form. */
final class AwsSignature {

    static final String CONTENT_TYPE = "application/x-www-form-urlencoded; charset=utf-8";

    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss'Z'").withZone(ZoneOffset.UTC);
    private static final String ALGORITHM = "AWS4-HMAC-SHA256";
    private static final String HEADERS = "content-type;host;x-amz-date";

    private final String accessKeyId;
    private final String secretAccessKey;
    private final String region;
    private final String service;

    AwsSignature(String accessKeyId, String secretAccessKey, String region, String service) {
        this.accessKeyId = accessKeyId;
        this.secretAccessKey = secretAccessKey;
        this.region = region;
        this.service = service;
    }

    static String time(Instant at) {
        return TIME.format(at);
    }

    /**
     * The value of {@code Authorization}.
     *
     * @param time the value of {@code x-amz-date}
     */
    String authorization(URI url, String time, String body) {
        String canonical =
                String.join(
                        "\n",
                        "POST",
                        url.getRawPath() == null || url.getRawPath().isEmpty()
                                ? "/"
                                : url.getRawPath(),
                        "",
                        "content-type:" + CONTENT_TYPE,
                        "host:" + url.getRawAuthority(),
                        "x-amz-date:" + time,
                        "",
                        HEADERS,
                        hex(Sha256.of(body)));
        String day = time.substring(0, 8);
        String scope = "%s/%s/%s/aws4_request".formatted(day, region, service);
        String toSign = String.join("\n", ALGORITHM, time, scope, hex(Sha256.of(canonical)));
        byte[] key = hmac(utf8("AWS4" + secretAccessKey), day);
        for (String part : new String[] {region, service, "aws4_request"}) {
            key = hmac(key, part);
        }
        return "%s Credential=%s/%s, SignedHeaders=%s, Signature=%s"
                .formatted(ALGORITHM, accessKeyId, scope, HEADERS, hex(hmac(key, toSign)));
    }

    private static byte[] hmac(byte[] key, String text) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(key, "HmacSHA256"));
            return mac.doFinal(utf8(text));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has HmacSHA256", e);
        }
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static String hex(byte[] bytes) {
        return HexFormat.of().formatHex(bytes);
    }
}
