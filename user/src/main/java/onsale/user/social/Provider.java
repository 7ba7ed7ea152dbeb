package onsale.user.social;

import java.util.Locale;
import onsale.user.login.LoginHistory.Method;

/** Who confirms logins of other sites. */
public enum Provider {
    GOOGLE(Method.GOOGLE),
    KAKAO(Method.KAKAO),
    NAVER(Method.NAVER);

    private final Method method;

    Provider(Method method) {
        this.method = method;
    }

    Method method() {
        return method;
    }

    /** Its name in addresses. */
    String path() {
        return name().toLowerCase(Locale.ROOT);
    }
}
