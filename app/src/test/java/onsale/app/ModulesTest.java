package onsale.app;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
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

    private static final List<String> PLATFORM_PARTS = List.of("messaging", "redis", "embedded");

    /** What commands and demo data use beside a context's module. */
    private static final String[] ENTRANCES = {
        "onsale.catalog.transfer", "onsale.user.admin", "onsale.user.demo", "onsale.user.rehearsal"
    };

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

    /** Types are public for the other features of their context; everybody else uses its module. */
    @Test
    void nobodyReachesIntoTheFeaturesOfAContext() {
        JavaClasses classes =
                new ClassFileImporter()
                        .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                        .importPackages("onsale");
        featureRules().forEach(rule -> rule.check(classes));

        JavaClasses planted =
                new ClassFileImporter().importPackages("onsale.catalog.planted", "onsale.user");
        assertThatThrownBy(() -> featureRules().forEach(rule -> rule.check(planted)))
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
                    .isSubsetOf(
                            "platform",
                            "platform-messaging",
                            "platform-redis",
                            "contracts",
                            "testkit",
                            "portone-simulator");
        }
    }

    /** The kernel knows no client of Redis or Kafka, and the three modules on it not each other. */
    @Test
    void thePartsOfThePlatformDependOnTheKernelOnly() throws IOException {
        JavaClasses platform =
                new ClassFileImporter()
                        .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                        .importPackages("onsale.platform");
        for (String part : PLATFORM_PARTS) {
            String pom = Files.readString(Path.of("..", "platform-" + part, "pom.xml"));
            assertThat(ownDependencies(pom)).as(part).containsExactly("platform");

            ArchRuleDefinition.noClasses()
                    .that()
                    .resideOutsideOfPackage("onsale.platform." + part + "..")
                    .should()
                    .dependOnClassesThat()
                    .resideInAPackage("onsale.platform." + part + "..")
                    .check(platform);
        }
        assertThat(ownDependencies(Files.readString(Path.of("..", "platform", "pom.xml"))))
                .isEmpty();
    }

    /** A checker that shares code with what it checks shares its errors. */
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

    private static List<ArchRule> featureRules() {
        List<ArchRule> rules = new ArrayList<>();
        for (String context : CONTEXTS) {
            rules.add(
                    ArchRuleDefinition.noClasses()
                            .that()
                            .resideOutsideOfPackage("onsale." + context + "..")
                            .should()
                            .dependOnClassesThat(
                                    resideInAPackage("onsale." + context + ".*..")
                                            .and(not(resideInAnyPackage(ENTRANCES))))
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
