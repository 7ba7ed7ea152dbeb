package onsale.user.account;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Passwords that are guessed first are refused. */
class PasswordRulesTest {

    private static boolean allows(String password) {
        return PasswordRules.allows(password, "Gildong.Hong@fans.example", "홍길동");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "password",
                "Password1!",
                "12345678",
                "2024!!qwertyuiop",
                "1q2w3e4r",
                "saranghae1004",
                "aaaaaaaaaa",
                "abababab",
                "my onsale one",
                "ONSALE2025seats",
                "gildong.hong99",
                "GILDONG.HONG",
                "나는홍길동이다"
            })
    void guessedOnesAreRefused(String password) {
        assertThat(allows(password)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "correct horse 1",
                "a password of a fan",
                "극장 앞에서 만나요",
                "gildong on stage",
                "82 rue des fleurs"
            })
    void othersAreNot(String password) {
        assertThat(allows(password)).isTrue();
    }
}
