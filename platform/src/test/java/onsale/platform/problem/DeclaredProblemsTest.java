package onsale.platform.problem;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

/** An annotation names codes; the constants say their status. */
class DeclaredProblemsTest {

    private static final class ShopProblems {
        static final ProblemCode SHUT = new ProblemCode("shop.shut", 409, "The shop is shut");
    }

    @ProblemsOf(ShopProblems.class)
    private static final class Shop {

        @ProblemCodes({"shop.shut", PlatformProblems.Codes.NOT_FOUND})
        void enter() {}

        @ProblemCodes("shop.gone")
        void mistaken() {}
    }

    @Test
    void theConstantsOfTheContextAndThePlatformAreFound() throws Exception {
        assertThat(declared("enter"))
                .containsExactly(ShopProblems.SHUT, PlatformProblems.NOT_FOUND);
        assertThat(DeclaredProblems.find(null, null)).isEmpty();
    }

    @Test
    void aCodeWithoutAConstantIsAMistake() {
        assertThatThrownBy(() -> declared("mistaken"))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("shop.gone");
    }

    private static List<ProblemCode> declared(String method) throws NoSuchMethodException {
        return DeclaredProblems.find(
                Shop.class.getDeclaredMethod(method).getAnnotation(ProblemCodes.class),
                Shop.class.getAnnotation(ProblemsOf.class));
    }
}
