package onsale.portone;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.text.Normalizer;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Base64;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/** One identity verification. */
record Identity(
        String id,
        Status status,
        @Nullable Person person,
        @Nullable String customData,
        @Nullable Origin origin,
        @Nullable String failure,
        Instant requestedAt,
        Instant statusChangedAt)
        implements Item {

    enum Status {
        READY,
        VERIFIED,
        FAILED
    }

    enum Gender {
        MALE,
        FEMALE,
        OTHER
    }

    enum Operator {
        SKT,
        KT,
        LGU,
        SKT_MVNO,
        KT_MVNO,
        LGU_MVNO
    }

    @Override
    public String key() {
        return id;
    }

    /** The verified person. */
    record Person(
            String name,
            LocalDate birthDate,
            String phoneNumber,
            @Nullable Gender gender,
            @Nullable Operator operator,
            boolean foreigner) {
        @Override
        public String toString() {
            return "Person"; // never in a log
        }

        /** The id of the person: the same name and birth date are the same person here. */
        String ci() {
            return Base64.getEncoder().encodeToString(digest("SHA-512", who()));
        }

        /** The id of the person for one store. */
        String di(String storeId) {
            return HexFormat.of().formatHex(digest("SHA-256", storeId + "\n" + who()));
        }

        private String who() {
            return Normalizer.normalize(name.strip(), Normalizer.Form.NFC) + "\n" + birthDate;
        }

        private static byte[] digest(String algorithm, String text) {
            try {
                return MessageDigest.getInstance(algorithm)
                        .digest(text.getBytes(StandardCharsets.UTF_8));
            } catch (NoSuchAlgorithmException e) {
                throw new IllegalStateException("every JDK has " + algorithm, e);
            }
        }
    }

    /** Returns the provider's JSON of this verification. */
    Json toJson(Options options) {
        Json json =
                Json.object()
                        .with("status", status.name())
                        .with("id", id)
                        .with(
                                "channel",
                                (origin == null ? Origin.OWN : origin).channel(options).json())
                        .with("customData", customData)
                        .with("requestedAt", requestedAt)
                        .with("updatedAt", statusChangedAt)
                        .with("statusChangedAt", statusChangedAt)
                        .with("version", "V2");
        if (status == Status.VERIFIED && person != null) {
            return json.with("verifiedCustomer", customer(person, options.storeId()))
                    .with("verifiedAt", statusChangedAt)
                    .with("pgTxId", "sim-" + id)
                    .with("pgRawResponse", "{}");
        }
        json.with("requestedCustomer", Json.object());
        return status == Status.READY
                ? json
                : json.with(
                        "failure",
                        Json.object()
                                .with("reason", failure)
                                .with("pgCode", "SIM")
                                .with("pgMessage", failure));
    }

    private static Json customer(Person person, String storeId) {
        return Json.object()
                .with("name", person.name())
                .with("birthDate", person.birthDate().toString())
                .with("phoneNumber", person.phoneNumber())
                .with("gender", person.gender() == null ? null : person.gender().name())
                .with("operator", person.operator() == null ? null : person.operator().name())
                .with("isForeigner", person.foreigner())
                .with("ci", person.ci())
                .with("di", person.di(storeId));
    }
}
