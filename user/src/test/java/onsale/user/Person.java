package onsale.user;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import onsale.user.signup.SignUp;
import onsale.user.terms.Terms;

/** A person who may sign up. */
public record Person(String email, String name, String birthDate, String phone) {

    public static final String PASSWORD = "correct horse 1";

    private static final AtomicInteger COUNT = new AtomicInteger();

    public static Person somebody() {
        int n = COUNT.incrementAndGet();
        return new Person(
                "Somebody%d@Fans.example".formatted(n),
                "홍길동" + n,
                "1990-01-%02d".formatted(n % 28 + 1),
                "0107777%04d".formatted(n));
    }

    public Person withEmail(String other) {
        return new Person(other, name, birthDate, phone);
    }

    public SignUp.Command signUp(String verificationId) {
        return new SignUp.Command(
                email,
                PASSWORD,
                verificationId,
                List.of(
                        new Terms.Agreement(Terms.Type.SERVICE, "2025-11", true),
                        new Terms.Agreement(Terms.Type.PRIVACY, "2025-11", true),
                        new Terms.Agreement(Terms.Type.MARKETING, "2025-11", false)),
                UserNode.ORIGIN);
    }
}
