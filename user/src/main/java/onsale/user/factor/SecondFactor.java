package onsale.user.factor;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import onsale.platform.db.Database;
import onsale.user.account.Account;
import onsale.user.account.AccountStore;
import onsale.user.account.KeyedHash;
import onsale.user.account.KeyedHash.Purpose;
import onsale.user.factor.FactorStore.Factor;

/**
 * The second factor of an account: a code of an authenticator app, or a recovery code. Each code is
 * good once, and wrong ones become slow.
 */
public final class SecondFactor {

    /** The outcome of looking at a code. */
    public sealed interface Check {
        record Right() implements Check {}

        record Wrong() implements Check {}

        /** Too many codes were wrong; this one was not looked at. */
        record Delayed(Duration duration) implements Check {}

        record NotEnrolled() implements Check {}
    }

    /** The outcome of beginning to use a second factor. */
    public sealed interface Enrolment {
        /**
         * A secret for an app, which counts when a first code is confirmed.
         *
         * @param uri what the app reads from a QR code
         */
        record Begun(String secret, String uri) implements Enrolment {
            @Override
            public String toString() {
                return "Begun"; // the secret must not reach a log
            }
        }

        record AlreadyOn() implements Enrolment {}

        /** The account is no longer active. */
        record Gone() implements Enrolment {}
    }

    /** The outcome of confirming the first code. */
    public sealed interface Confirmation {
        record Confirmed(List<String> recoveryCodes) implements Confirmation {
            @Override
            public String toString() {
                return "Confirmed"; // the codes must not reach a log
            }
        }

        record Refused(Check why) implements Confirmation {}

        record AlreadyOn() implements Confirmation {}
    }

    static final int RECOVERY_CODES = 10;
    static final int TRIES = 5;
    private static final int RECOVERY_BYTES = 10;
    private static final int GROUP = 4;
    private static final int DOUBLINGS_MAX = 5;
    private static final Duration FIRST_DELAY = Duration.ofSeconds(30);
    private static final String ISSUER = "Onsale";

    private final Database database;
    private final FactorStore store;
    private final AccountStore accounts;
    private final KeyedHash hash;
    private final Clock clock;
    private final boolean requiredForStaff;
    private final SecureRandom random = new SecureRandom();

    public SecondFactor(
            Database database,
            FactorStore store,
            AccountStore accounts,
            KeyedHash hash,
            Clock clock,
            boolean requiredForStaff) {
        this.database = database;
        this.store = store;
        this.accounts = accounts;
        this.hash = hash;
        this.clock = clock;
        this.requiredForStaff = requiredForStaff;
    }

    /** Whether staff without a second factor have the rights of fans only. */
    public boolean isRequiredFor(Account account) {
        return requiredForStaff && account.isStaff();
    }

    public boolean isOn(UUID userId) {
        return store.isConfirmed(userId);
    }

    public int recoveryCodesLeft(UUID userId) {
        return store.recoveryCodesLeft(userId);
    }

    /** Makes a new secret, in place of one that was not confirmed. */
    public Enrolment enrol(UUID userId) {
        if (accounts.byId(userId).filter(Account::isActive).isEmpty()) {
            return new Enrolment.Gone();
        }
        byte[] secret = new byte[Totp.SECRET_BYTES];
        random.nextBytes(secret);
        if (!store.enrol(userId, secret)) {
            return new Enrolment.AlreadyOn();
        }
        String text = Base32.encode(secret);
        // the app shows the label; the account's id would mean nothing, its e-mail is personal
        String label = URLEncoder.encode(ISSUER, StandardCharsets.UTF_8);
        return new Enrolment.Begun(
                text,
                "otpauth://totp/%s?secret=%s&issuer=%s&algorithm=SHA1&digits=%d&period=%d"
                        .formatted(label, text, label, Totp.DIGITS, Totp.STEP_SECONDS));
    }

    /** Switches the second factor on by a first code; the recovery codes are told only here. */
    public Confirmation confirm(UUID userId, String code) {
        return database.inTransaction(() -> {
            Optional<Factor> factor = store.lock(userId);
            if (factor.isPresent() && factor.get().confirmed()) {
                return new Confirmation.AlreadyOn();
            }
            Check check = check(userId, code, factor);
            if (!(check instanceof Check.Right)) {
                return new Confirmation.Refused(check);
            }
            List<String> codes = new ArrayList<>();
            for (int i = 0; i < RECOVERY_CODES; i++) {
                codes.add(recoveryCode());
            }
            store.confirm(userId, codes.stream().map(this::hashed).toList());
            return new Confirmation.Confirmed(codes);
        });
    }

    /** Looks at a code of an account whose second factor is on, and uses it up if it is right. */
    public Check check(UUID userId, String code) {
        return database.inTransaction(
                () -> check(userId, code, store.lock(userId).filter(Factor::confirmed)));
    }

    private Check check(UUID userId, String code, Optional<Factor> found) {
        if (found.isEmpty()) {
            return new Check.NotEnrolled();
        }
        Factor factor = found.get();
        if (factor.blockedFor().isPositive()) {
            return new Check.Delayed(factor.blockedFor());
        }
        OptionalLong step =
                Totp.stepOf(code.strip(), factor.secret(), clock.instant(), factor.lastStep());
        if (step.isPresent()
                || (factor.confirmed() && store.useRecoveryCode(userId, hashed(code)))) {
            store.succeeded(userId, step.orElse(factor.lastStep()));
            return new Check.Right();
        }
        int failures = factor.failures() + 1;
        store.failed(userId, failures, delay(failures));
        return new Check.Wrong();
    }

    private static Duration delay(int failures) {
        return failures < TRIES
                ? Duration.ZERO
                : FIRST_DELAY.multipliedBy(1L << Math.min(failures - TRIES, DOUBLINGS_MAX));
    }

    /** Removes the secret and the recovery codes if the code is right. */
    public Check remove(UUID userId, String code) {
        return database.inTransaction(() -> {
            Check check = check(userId, code);
            if (check instanceof Check.Right) {
                store.remove(userId);
            }
            return check;
        });
    }

    private String recoveryCode() {
        byte[] bytes = new byte[RECOVERY_BYTES];
        random.nextBytes(bytes);
        return Base32.encode(bytes).replaceAll("(.{%d})(?!$)".formatted(GROUP), "$1-");
    }

    /** The spelling of a code does not matter. */
    private byte[] hashed(String code) {
        String normal = code.toUpperCase(Locale.ROOT).replaceAll("[^A-Z2-7]", "");
        return hash.compute(Purpose.RECOVERY_CODE, normal);
    }
}
