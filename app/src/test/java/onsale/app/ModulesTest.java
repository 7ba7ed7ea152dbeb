package onsale.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.syntax.ArchRuleDefinition;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * Contexts cannot see each other: not in the bytecode, and not on the class path of their build.
 */
class ModulesTest {

    private static final List<String> CONTEXTS =
            Arrays.stream(Role.values()).map(Role::label).toList();

    @Test
    void noContextUsesAnother() {
        JavaClasses classes =
                new ClassFileImporter()
                        .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                        .importPackages("onsale");

        assertThat(classes).hasSizeGreaterThan(CONTEXTS.size());
        rules().forEach(rule -> rule.check(classes));
    }

    @Test
    void aPlantedViolationIsFound() {
        JavaClasses planted =
                new ClassFileImporter().importPackages("onsale.catalog.planted", "onsale.user");

        assertThatThrownBy(() -> rules().forEach(rule -> rule.check(planted)))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("PeeksIntoUser");
    }

    @Test
    void theBuildGivesAContextOnlyTheKernelAndTheContracts() throws IOException {
        for (String context : CONTEXTS) {
            String pom = Files.readString(Path.of("..", context, "pom.xml"));
            assertThat(ownDependencies(pom))
                    .as(context)
                    .isNotEmpty()
                    .isSubsetOf("platform", "contracts", "testkit", "portone-simulator");
        }
    }

    /** Who shares code with the judged shares its errors. */
    @Test
    void theCheckerHasNothingOfOurs() {
        ArchRuleDefinition.classes()
                .that()
                .resideInAPackage("onsale.checker..")
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage("onsale.checker..", "java..", "io..", "org..", "tools..")
                .check(new ClassFileImporter().importPackages("onsale.checker"));
    }

    @Test
    void aPlantedDependencyIsFound() {
        String pom =
                """
                <dependencies><dependency>
                    <groupId>onsale</groupId>
                    <artifactId>user</artifactId>
                </dependency></dependencies>
                """;
        assertThat(ownDependencies(pom)).containsExactly("user");
    }

    private static List<ArchRule> rules() {
        List<ArchRule> rules = new ArrayList<>();
        for (String context : CONTEXTS) {
            String[] others =
                    CONTEXTS.stream()
                            .filter(other -> !other.equals(context))
                            .map(other -> "onsale." + other + "..")
                            .toArray(String[]::new);
            rules.add(
                    ArchRuleDefinition.noClasses()
                            .that()
                            .resideInAPackage("onsale." + context + "..")
                            .should()
                            .dependOnClassesThat()
                            .resideInAnyPackage(others)
                            .allowEmptyShould(true));
        }
        return rules;
    }

    private static List<String> ownDependencies(String pom) {
        String dependencies = pom.substring(pom.indexOf("<dependencies>"));
        Matcher matcher =
                Pattern.compile("<groupId>onsale</groupId>\\s*<artifactId>([a-z-]+)</artifactId>")
                        .matcher(dependencies);
        return matcher.results().map(result -> result.group(1)).toList();
    }
}
