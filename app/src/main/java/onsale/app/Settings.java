package onsale.app;

import java.lang.reflect.RecordComponent;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import onsale.catalog.CatalogSettings;
import onsale.catalog.PageSettings;
import onsale.edge.front.connection.FrontSettings;
import onsale.edge.front.connection.TlsSettings;
import onsale.edge.front.work.PermitSettings;
import onsale.edge.front.work.TimeoutSettings;
import onsale.edge.limit.LimitSettings;
import onsale.edge.token.AuthSettings;
import onsale.notification.FcmSettings;
import onsale.notification.MailSettings;
import onsale.notification.NoticeSettings;
import onsale.notification.SmsSettings;
import onsale.notification.WebPushSettings;
import onsale.notification.WebhookSettings;
import onsale.payment.PaymentSettings;
import onsale.platform.CalendarSettings;
import onsale.platform.StartFailure;
import onsale.platform.db.PostgresSettings;
import onsale.platform.internal.InternalSettings;
import onsale.platform.messaging.KafkaSettings;
import onsale.platform.messaging.MessageKeySettings;
import onsale.platform.messaging.MessagingSettings;
import onsale.platform.pass.PassSettings;
import onsale.platform.portone.PortOneSettings;
import onsale.platform.redis.RedisSettings;
import onsale.queue.QueueSettings;
import onsale.reservation.ReservationSettings;
import onsale.user.BotCheckSettings;
import onsale.user.SocialSettings;
import onsale.user.UserSettings;
import onsale.user.rehearsal.RehearsalSettings;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.config.ConfigDataEnvironmentPostProcessor;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.context.properties.source.ConfigurationPropertyState;
import org.springframework.boot.context.properties.source.IterableConfigurationPropertySource;
import org.springframework.boot.convert.DurationStyle;
import org.springframework.boot.origin.Origin;
import org.springframework.boot.origin.PropertySourceOrigin;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.PropertySource;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.env.SystemEnvironmentPropertySource;

/**
 * What the process was told, from the strongest source to the weakest: command line, environment
 * ({@code ONSALE_PORT}), {@code onsale.yaml} in the working directory or given by {@code --config},
 * built-in defaults.
 */
final class Settings {

    static final String COMMAND_LINE = "command line";

    /** The source of a setting that nobody has set. */
    static final String DEFAULT = "default";

    /** Every settings record there is; a test finds those that are missing. */
    static final List<Class<? extends Record>> RECORDS =
            List.of(
                    ServerSettings.class,
                    CalendarSettings.class,
                    PostgresSettings.class,
                    RedisSettings.class,
                    KafkaSettings.class,
                    TracingSettings.class,
                    MessagingSettings.class,
                    MessageKeySettings.class,
                    PassSettings.class,
                    PortOneSettings.class,
                    FrontSettings.class,
                    TlsSettings.class,
                    LimitSettings.class,
                    AuthSettings.class,
                    InternalSettings.class,
                    TimeoutSettings.class,
                    PermitSettings.class,
                    MailSettings.class,
                    NoticeSettings.class,
                    SmsSettings.class,
                    FcmSettings.class,
                    WebPushSettings.class,
                    WebhookSettings.class,
                    QueueSettings.class,
                    ReservationSettings.class,
                    PaymentSettings.class,
                    BotCheckSettings.class,
                    SocialSettings.class,
                    RehearsalSettings.class,
                    UserSettings.class,
                    CatalogSettings.class,
                    PageSettings.class);

    private final ConfigurableEnvironment environment;
    private final Binder binder;

    private Settings(ConfigurableEnvironment environment) {
        this.environment = environment;
        this.binder = Binder.get(environment);
    }

    static Settings load(Map<String, Object> commandLine) {
        StandardEnvironment environment = new StandardEnvironment();
        environment.getPropertySources().addFirst(new MapPropertySource(COMMAND_LINE, commandLine));
        ConfigDataEnvironmentPostProcessor.applyTo(environment);
        ConfigurationPropertySources.attach(environment);
        Settings settings = new Settings(environment);
        settings.refuseUnknown();
        return settings;
    }

    /** The settings of a process that is running. */
    static Settings of(ConfigurableEnvironment environment) {
        return new Settings(environment);
    }

    <T extends Record> T get(Class<T> type) {
        try {
            return binder.bindOrCreate(prefix(type), Bindable.of(type));
        } catch (BindException e) {
            throw asFailure(e);
        }
    }

    /** One setting as it is in force. */
    record Effective(String name, String value, String source) {}

    List<Effective> effective() {
        List<Effective> all = new ArrayList<>();
        for (Class<? extends Record> type : RECORDS) {
            Record values = get(type);
            for (RecordComponent component : type.getRecordComponents()) {
                ConfigurationPropertyName name = name(type, component);
                all.add(
                        new Effective(
                                name.toString(), print(read(component, values)), source(name)));
            }
        }
        return all;
    }

    private static @Nullable Object read(RecordComponent component, Record values) {
        try {
            component.getAccessor().setAccessible(true);
            return component.getAccessor().invoke(values);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String print(@Nullable Object value) {
        return switch (value) {
            case Duration duration -> DurationStyle.SIMPLE.print(duration, ChronoUnit.MILLIS);
            case List<?> list -> String.join(",", list.stream().map(String::valueOf).toList());
            case Map<?, ?> map -> // values may be passwords
                    String.join(
                            ",",
                            map.keySet().stream().map(key -> key + "=******").sorted().toList());
            case null -> "";
            default -> value.toString();
        };
    }

    private String source(ConfigurationPropertyName name) {
        for (ConfigurationPropertySource source : ConfigurationPropertySources.get(environment)) {
            var property = source.getConfigurationProperty(name);
            if (property != null
                    || source.containsDescendantOf(name) == ConfigurationPropertyState.PRESENT) {
                @Nullable Origin origin = property == null ? null : property.getOrigin();
                return origin == null || origin instanceof PropertySourceOrigin
                        ? describe(source)
                        : origin.toString();
            }
        }
        return DEFAULT;
    }

    private static String describe(ConfigurationPropertySource source) {
        return source.getUnderlyingSource() instanceof PropertySource<?> p
                ? p.getName()
                : "configuration";
    }

    /** A misspelt setting would otherwise be a default that nobody asked for. */
    private void refuseUnknown() {
        List<ConfigurationPropertyName> known = new ArrayList<>();
        for (Class<? extends Record> type : RECORDS) {
            for (RecordComponent component : type.getRecordComponents()) {
                known.add(name(type, component));
            }
        }
        ConfigurationPropertyName root = ConfigurationPropertyName.of("onsale");
        for (ConfigurationPropertySource source : ConfigurationPropertySources.get(environment)) {
            // Names from the environment are guesses (ONSALE_A_B is a.b or a-b): not judged.
            boolean exact =
                    !(source.getUnderlyingSource() instanceof SystemEnvironmentPropertySource);
            if (exact && source instanceof IterableConfigurationPropertySource iterable) {
                for (ConfigurationPropertyName name : iterable) {
                    boolean ours = root.isAncestorOf(name);
                    boolean found =
                            known.stream().anyMatch(k -> k.equals(name) || k.isAncestorOf(name));
                    if (ours && !found) {
                        throw new StartFailure(
                                "There is no setting %s; \"onsale config\" lists them all."
                                        .formatted(name));
                    }
                }
            }
        }
    }

    private static String prefix(Class<?> type) {
        ConfigurationProperties annotation = type.getAnnotation(ConfigurationProperties.class);
        if (annotation == null) {
            throw new IllegalStateException(type + " is no settings record");
        }
        return annotation.value();
    }

    private static ConfigurationPropertyName name(Class<?> type, RecordComponent component) {
        StringBuilder dashed = new StringBuilder();
        for (char c : component.getName().toCharArray()) {
            if (Character.isUpperCase(c)) {
                dashed.append('-');
            }
            dashed.append(Character.toLowerCase(c));
        }
        return ConfigurationPropertyName.of(prefix(type) + "." + dashed);
    }

    private static StartFailure asFailure(BindException e) {
        for (@Nullable Throwable t = e; t != null; t = t.getCause()) {
            if (t instanceof StartFailure failure) {
                return failure;
            }
        }
        @Nullable Throwable root = e.getCause();
        return new StartFailure(
                "The setting %s is not acceptable: %s"
                        .formatted(e.getName(), root == null ? e.getMessage() : root.getMessage()),
                e);
    }
}
