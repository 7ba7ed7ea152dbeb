package onsale.notification;

import java.time.Duration;
import onsale.platform.Redacted;
import onsale.platform.StartFailure;
import onsale.platform.settings.Check;
import onsale.platform.settings.Secret;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings of pushes to apps, which Firebase Cloud Messaging carries (HTTP v1).
 *
 * @param projectId of the Firebase project; if empty, nothing is pushed to apps
 * @param clientEmail of the service account
 * @param privateKey of the service account: PKCS #8 as PEM, or its base64 alone
 * @param endpoint of the service
 * @param tokenUrl where the service account gets its access tokens
 * @param within how long one message may take
 */
@ConfigurationProperties("onsale.fcm")
public record FcmSettings(
        @DefaultValue("") String projectId,
        @DefaultValue("") String clientEmail,
        @DefaultValue("") Secret privateKey,
        @DefaultValue("https://fcm.googleapis.com") String endpoint,
        @DefaultValue("https://oauth2.googleapis.com/token") String tokenUrl,
        @DefaultValue("10s") Duration within) {

    public FcmSettings {
        Check.range("onsale.fcm.within", within, "100ms", "60s");
        if (!projectId.isEmpty() && (clientEmail.isEmpty() || privateKey.isEmpty())) {
            throw new StartFailure(
                    "onsale.fcm.project-id also needs onsale.fcm.client-email and onsale.fcm.private-key.");
        }
        if (!projectId.matches("[a-z0-9-]{0,64}")) {
            throw new StartFailure("onsale.fcm.project-id is not the id of a project.");
        }
    }

    @Override
    public String toString() {
        return Redacted.text(this, "clientEmail", "tokenUrl");
    }

    public boolean sends() {
        return !projectId.isEmpty();
    }
}
