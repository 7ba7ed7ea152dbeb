package onsale.user;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** Somebody who wants an account. */
record Person(String email, String name, String birthDate, String phone) {

    static final String PASSWORD = "correct horse 1";

    private static final AtomicInteger COUNT = new AtomicInteger();

    static Person somebody() {
        int n = COUNT.incrementAndGet();
        return new Person(
                "Somebody%d@Fans.example".formatted(n),
                "홍길동" + n,
                "1990-01-%02d".formatted(n % 28 + 1),
                "0107777%04d".formatted(n));
    }

    Person withEmail(String other) {
        return new Person(other, name, birthDate, phone);
    }

    SignUp.Command signUp(String verificationId) {
        return new SignUp.Command(
                email,
                PASSWORD,
                name,
                phone,
                verificationId,
                List.of(
                        new Terms.Agreement(Terms.Type.SERVICE, "v1.0", true),
                        new Terms.Agreement(Terms.Type.PRIVACY, "v1.1", true),
                        new Terms.Agreement(Terms.Type.MARKETING, "v1.0", false)));
    }
}
