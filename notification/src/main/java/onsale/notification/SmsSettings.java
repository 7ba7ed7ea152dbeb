package onsale.notification;

import java.time.Duration;
import onsale.platform.StartFailure;
import onsale.platform.settings.Check;
import onsale.platform.settings.Secret;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings of SMS, which Amazon SNS carries.
 *
 * @param endpoint such as https://sns.ap-northeast-2.amazonaws.com; if empty, no SMS is sent
 * @param region such as ap-northeast-2
 * @param accessKeyId of an account that may call {@code sns:Publish}
 * @param secretAccessKey of that account
 * @param senderId shown as the sender where the country allows it; may be empty
 * @param countryCode in front of phone numbers that begin with 0
 * @param within how long one message may take
 */
@ConfigurationProperties("onsale.sms")
public record SmsSettings(
        @DefaultValue("") String endpoint,
        @DefaultValue("ap-northeast-2") String region,
        @DefaultValue("") String accessKeyId,
        @DefaultValue("") Secret secretAccessKey,
        @DefaultValue("") String senderId,
        @DefaultValue("82") String countryCode,
        @DefaultValue("10s") Duration within) {

    public SmsSettings {
        Check.range("onsale.sms.within", within, "100ms", "60s");
        if (!countryCode.matches("[1-9][0-9]{0,2}")) {
            throw new StartFailure("onsale.sms.country-code must have one to three digits.");
        }
        if (!endpoint.isEmpty() && (accessKeyId.isEmpty() || secretAccessKey.isEmpty())) {
            throw new StartFailure(
                    "onsale.sms.endpoint also needs onsale.sms.access-key-id and onsale.sms.secret-access-key.");
        }
    }

    public boolean sends() {
        return !endpoint.isEmpty();
    }
}
