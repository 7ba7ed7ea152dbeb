package onsale.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.introspect.Annotated;
import com.fasterxml.jackson.databind.introspect.JacksonAnnotationIntrospector;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.ServiceAccount;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.autoscaling.v2.HorizontalPodAutoscaler;
import io.fabric8.kubernetes.api.model.batch.v1.CronJob;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicy;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudget;
import io.fabric8.kubernetes.api.model.rbac.RoleBinding;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The files of deploy/ are what Kubernetes, compose and this platform understand. */
class KubernetesFilesTest {

    private static final Path DEPLOY = Path.of("../deploy");
    private static final Map<String, Class<?>> KINDS =
            Map.of(
                    "Namespace", Namespace.class,
                    "ConfigMap", ConfigMap.class,
                    "Service", Service.class,
                    "ServiceAccount", ServiceAccount.class,
                    "Deployment", Deployment.class,
                    "HorizontalPodAutoscaler", HorizontalPodAutoscaler.class,
                    "CronJob", CronJob.class,
                    "NetworkPolicy", NetworkPolicy.class,
                    "PodDisruptionBudget", PodDisruptionBudget.class,
                    "RoleBinding", RoleBinding.class);
    private static final Pattern ENVIRONMENT = Pattern.compile("\\bONSALE_[A-Z]+(?:_[A-Z]+)*\\b");

    private final YAMLMapper yaml = new YAMLMapper();

    /** The models keep what they do not know; here it is an error. */
    private final ObjectMapper strict =
            new ObjectMapper()
                    .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
                    .setAnnotationIntrospector(
                            new JacksonAnnotationIntrospector() {
                                @Override
                                public @Nullable Boolean hasAnySetter(Annotated annotated) {
                                    return false;
                                }
                            });

    private List<JsonNode> objects() throws IOException {
        List<JsonNode> objects = new ArrayList<>();
        try (Stream<Path> files = Files.list(DEPLOY.resolve("kubernetes"))) {
            for (Path file : files.filter(f -> f.toString().endsWith(".yaml")).sorted().toList()) {
                try (var parser = new YAMLFactory().createParser(file.toFile())) {
                    yaml.readerFor(JsonNode.class)
                            .<JsonNode>readValues(parser)
                            .forEachRemaining(objects::add);
                }
            }
        }
        return objects;
    }

    private List<JsonNode> ofKind(String kind) throws IOException {
        return objects().stream().filter(o -> o.path("kind").asText().equals(kind)).toList();
    }

    private Object understood(JsonNode object) throws JsonProcessingException {
        String kind = object.path("kind").asText();
        Class<?> model =
                kind.equals("Role")
                        ? io.fabric8.kubernetes.api.model.rbac.Role.class
                        : KINDS.get(kind);
        assertThat(model).as("kind " + kind).isNotNull();
        return strict.treeToValue(object, model);
    }

    @Test
    void everyFieldIsOneThatKubernetesKnows() throws IOException {
        List<JsonNode> objects = objects();

        assertThat(objects).hasSizeGreaterThan(20);
        for (JsonNode object : objects) {
            understood(object);
        }
    }

    @Test
    void aMisspelledFieldIsFound() throws IOException {
        JsonNode deployment = ofKind("Deployment").getFirst();
        ((com.fasterxml.jackson.databind.node.ObjectNode) deployment.at("/spec/template/spec"))
                .put("terminationGracePeriod", 1);

        assertThatThrownBy(() -> understood(deployment))
                .hasMessageContaining("terminationGracePeriod");
    }

    /** All roles run, each in one group, and the selectors of a group find its nodes. */
    @Test
    void theGroupsHaveAllRoles() throws IOException {
        Set<Role> roles = EnumSet.noneOf(Role.class);
        for (JsonNode deployment : ofKind("Deployment")) {
            assertThat(deployment.at("/spec/selector/matchLabels"))
                    .isEqualTo(deployment.at("/spec/template/metadata/labels"));
            for (JsonNode argument : deployment.at("/spec/template/spec/containers/0/args")) {
                if (argument.asText().startsWith("--roles=")) {
                    List<String> names = List.of(argument.asText().substring(8).split(",", -1));
                    assertThat(roles.addAll(Role.parse(names))).isTrue();
                }
            }
        }
        assertThat(roles).isEqualTo(EnumSet.allOf(Role.class));
    }

    /** Requests under way finish before the container is killed. */
    @Test
    void aNodeHasTheTimeToFinish() throws IOException {
        String within =
                objects().stream()
                        .filter(o -> o.path("kind").asText().equals("ConfigMap"))
                        .findFirst()
                        .orElseThrow()
                        .at("/data/ONSALE_SHUTDOWNWITHIN")
                        .asText();
        int seconds = Integer.parseInt(within.replace("s", ""));
        for (JsonNode deployment : ofKind("Deployment")) {
            JsonNode pod = deployment.at("/spec/template/spec");
            if (pod.at("/containers/0/image").asText().equals("onsale")) {
                int before = pod.at("/containers/0/lifecycle/preStop/sleep/seconds").asInt();
                assertThat(pod.path("terminationGracePeriodSeconds").asInt())
                        .isGreaterThan(seconds + before);
            }
        }
    }

    /** What the list of files names is there, and every file is in it. */
    @Test
    void theListOfFilesIsComplete() throws IOException {
        JsonNode list = yaml.readTree(DEPLOY.resolve("kustomization.yaml").toFile());
        List<String> named = new ArrayList<>();
        list.path("resources").forEach(file -> named.add(file.asText()));
        list.at("/configMapGenerator/0/files")
                .forEach(file ->
                        assertThat(DEPLOY.resolve(file.asText().replaceFirst(".*=", ""))).exists());

        try (Stream<Path> files = Files.list(DEPLOY.resolve("kubernetes"))) {
            assertThat(named)
                    .containsExactlyInAnyOrderElementsOf(
                            files.filter(file -> file.toString().endsWith(".yaml"))
                                    .map(file -> DEPLOY.relativize(file).toString())
                                    .toList());
        }
    }

    @Test
    void everySettingThatIsSetExists() throws IOException {
        Set<String> known = new HashSet<>();
        Settings.load(Map.of())
                .effective()
                .forEach(setting -> known.add(environmentName(setting.name())));
        Set<String> unknown = new HashSet<>();
        try (Stream<Path> files = Files.walk(DEPLOY)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Matcher names = ENVIRONMENT.matcher(Files.readString(file));
                while (names.find()) {
                    if (!known.contains(names.group())) {
                        unknown.add(file.getFileName() + ": " + names.group());
                    }
                }
            }
        }
        assertThat(known).contains("ONSALE_POSTGRES_ADMINUSER");
        assertThat(unknown).isEmpty();
    }

    private static String environmentName(String setting) {
        return setting.replace("-", "").replace(".", "_").toUpperCase(Locale.ROOT);
    }

    /** Both kinds of starting run the JVM with the options that the launcher uses. */
    @Test
    void nodesRunWithTheLaunchersOptions() throws IOException {
        Matcher options =
                Pattern.compile("serve_options=\\(-Xmx512m ([^)]*)\\)")
                        .matcher(Files.readString(Path.of("../onsale")));
        assertThat(options.find()).isTrue();
        String container = Files.readString(DEPLOY.resolve("container/Containerfile"));
        String unit = Files.readString(DEPLOY.resolve("systemd/onsale.service"));

        for (String option : options.group(1).split(" ", -1)) {
            assertThat(container).contains(option);
            assertThat(unit).contains(option);
        }
    }
}
