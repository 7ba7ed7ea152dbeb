package onsale.notification.channel;

import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;
import onsale.notification.SmsSettings;
import onsale.notification.delivery.Carrier;
import onsale.notification.delivery.Channel;
import onsale.notification.delivery.Result;
import onsale.notification.delivery.ShortMessage;
import org.jspecify.annotations.Nullable;

/** SMS by the action {@code Publish} of Amazon SNS. */
public final class SnsSms implements Carrier {

    /** What SNS takes at most, in as many parts as that needs. */
    private static final int CHARACTERS_MAX = 1_000;

    private final SmsSettings settings;
    private final InstantSource clock;
    private final URI url;
    private final AwsSignature signature;
    private final HttpClient http;

    public SnsSms(SmsSettings settings, InstantSource clock) {
        this.settings = settings;
        this.clock = clock;
        this.url = URI.create(settings.endpoint() + "/");
        this.signature =
                new AwsSignature(
                        settings.accessKeyId(),
                        settings.secretAccessKey().value(),
                        settings.region(),
                        "sns");
        this.http = HttpClient.newBuilder().connectTimeout(settings.within()).build();
    }

    @Override
    public Channel channel() {
        return Channel.SMS;
    }

    @Override
    public Result send(
            UUID id, ShortMessage message, @Nullable String phone, @Nullable Device device) {
        @Nullable String number = phone == null ? null : international(phone);
        if (number == null) {
            return new Result.Refused("PHONE");
        }
        String body = form(number, message);
        String time = AwsSignature.time(clock.instant());
        HttpRequest request =
                HttpRequest.newBuilder(url)
                        .timeout(settings.within())
                        .header("Content-Type", AwsSignature.CONTENT_TYPE)
                        .header("X-Amz-Date", time)
                        .header("Authorization", signature.authorization(url, time, body))
                        .POST(BodyPublishers.ofString(body))
                        .build();
        try {
            HttpResponse<String> response = http.send(request, BodyHandlers.ofString());
            return result(response.statusCode(), response.body());
        } catch (IOException e) {
            return new Result.Unreachable(e.getClass().getSimpleName());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return new Result.Unreachable("interrupted");
        }
    }

    /** What concerns our account or their load is nobody's attempt. */
    private static Result result(int status, String body) {
        if (status == 200) {
            return new Result.Accepted();
        }
        if (status == 403 || status == 429 || status >= 500 || body.contains("Throttl")) {
            return new Result.Unreachable("SNS_" + status);
        }
        return new Result.Refused("SNS_" + status);
    }

    private String form(String number, ShortMessage message) {
        String text = "%s\n%s\n%s".formatted(message.title(), message.body(), message.url());
        Map<String, String> fields = new LinkedHashMap<>();
        fields.put("Action", "Publish");
        fields.put("Version", "2010-03-31");
        fields.put("PhoneNumber", number);
        fields.put(
                "Message",
                text.length() <= CHARACTERS_MAX ? text : text.substring(0, CHARACTERS_MAX));
        attribute(fields, 1, "AWS.SNS.SMS.SMSType", "Transactional");
        if (!settings.senderId().isEmpty()) {
            attribute(fields, 2, "AWS.SNS.SMS.SenderID", settings.senderId());
        }
        return fields.entrySet().stream()
                .map(field -> encoded(field.getKey()) + "=" + encoded(field.getValue()))
                .collect(Collectors.joining("&"));
    }

    private static void attribute(
            Map<String, String> fields, int index, String name, String value) {
        String entry = "MessageAttributes.entry." + index;
        fields.put(entry + ".Name", name);
        fields.put(entry + ".Value.DataType", "String");
        fields.put(entry + ".Value.StringValue", value);
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    /** As E.164; null if it cannot be one. */
    private @Nullable String international(String phone) {
        String digits = phone.replaceAll("[ ()-]", "");
        String number =
                digits.startsWith("0")
                        ? "+" + settings.countryCode() + digits.substring(1)
                        : digits;
        return number.matches("\\+[1-9][0-9]{6,14}") ? number : null;
    }
}
