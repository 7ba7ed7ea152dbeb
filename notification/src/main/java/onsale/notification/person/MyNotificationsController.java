package onsale.notification.person;

import jakarta.validation.Valid;
import jakarta.validation.constraints.NotEmpty;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import java.net.URI;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import onsale.notification.NoticeSettings;
import onsale.notification.NotificationProblems;
import onsale.notification.NotificationProblems.Codes;
import onsale.notification.channel.Device;
import onsale.notification.channel.DeviceStore;
import onsale.notification.channel.PushKeys;
import onsale.notification.delivery.Channel;
import onsale.notification.notice.Matter;
import onsale.notification.notice.TellPeople;
import onsale.platform.Ids;
import onsale.platform.Redacted;
import onsale.platform.access.CurrentUser;
import onsale.platform.problem.Problem;
import onsale.platform.problem.ProblemCodes;
import onsale.platform.problem.ProblemsOf;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** By which channels a person wants to hear of what, and the devices that take pushes. */
@RestController
@RequestMapping("/api/users/me/notifications")
@ProblemsOf(NotificationProblems.class)
public final class MyNotificationsController {

    private static final int PUSH_AUTH_BYTES = 16;

    /** Channels as people know them. */
    enum Way {
        EMAIL,
        SMS,
        PUSH
    }

    private final ChoiceStore choices;
    private final DeviceStore devices;
    private final TellPeople tell;
    private final PushKeys pushKeys;
    private final NoticeSettings settings;
    private final Ids ids;

    MyNotificationsController(
            ChoiceStore choices,
            DeviceStore devices,
            TellPeople tell,
            PushKeys pushKeys,
            NoticeSettings settings,
            Ids ids) {
        this.choices = choices;
        this.devices = devices;
        this.tell = tell;
        this.pushKeys = pushKeys;
        this.settings = settings;
        this.ids = ids;
    }

    /**
     * What is chosen for one matter.
     *
     * @param always the channels that cannot be chosen away
     */
    record Choice(Matter matter, List<Way> channels, List<Way> always) {}

    /**
     * The choices of a person.
     *
     * @param offered the channels that there are here
     * @param pushKey with which a browser subscribes; null if nothing is pushed to browsers
     */
    record MyNotifications(List<Choice> choices, List<Way> offered, @Nullable String pushKey) {}

    record ChoiceForm(
            @NotNull Matter matter, @NotNull @Size(max = 3) List<@NotNull Way> channels) {}

    record ChoicesForm(@NotEmpty @Size(max = 4) List<@Valid @NotNull ChoiceForm> choices) {}

    /**
     * A device that takes pushes: a browser's subscription, or the token of an app.
     *
     * @param address the URL of the subscription, or the token
     * @param p256dh of the subscription, in base64url
     * @param auth likewise
     */
    record DeviceForm(
            @NotNull Kind kind,
            @NotNull Language language,
            @NotNull @Pattern(regexp = "[\\x21-\\x7e]{10,2000}") String address,
            @Nullable @Pattern(regexp = "[A-Za-z0-9_-]{1,200}") String p256dh,
            @Nullable @Pattern(regexp = "[A-Za-z0-9_-]{1,200}") String auth) {

        @Override
        public String toString() {
            return Redacted.text(this, "address", "p256dh", "auth");
        }
    }

    enum Kind {
        BROWSER,
        APP
    }

    enum Language {
        KO,
        EN
    }

    record ForgottenForm(@NotNull @Pattern(regexp = "[\\x21-\\x7e]{10,2000}") String address) {
        @Override
        public String toString() {
            return "ForgottenForm";
        }
    }

    @GetMapping
    MyNotifications mine(CurrentUser user) {
        Map<Matter, List<String>> chosen = choices.of(user.userId());
        List<String> offered = tell.offered();
        return new MyNotifications(
                Stream.of(Matter.values())
                        .map(matter ->
                                new Choice(
                                        matter,
                                        ways(chosen.getOrDefault(matter, TellPeople.BY_DEFAULT)),
                                        ways(TellPeople.always(matter))))
                        .toList(),
                ways(offered),
                offered.contains(Channel.WEB_PUSH.name()) ? pushKeys.publicKey() : null);
    }

    /** Changes the matters that are named. */
    @PutMapping
    MyNotifications choose(CurrentUser user, @Valid @RequestBody ChoicesForm form) {
        for (ChoiceForm choice : form.choices()) {
            choices.put(
                    user.userId(),
                    choice.matter(),
                    choice.channels().stream().distinct().map(Way::name).toList());
        }
        return mine(user);
    }

    /** Registers the device for this person, who may have several. */
    @PostMapping("/devices")
    @ProblemCodes(Codes.NO_SUBSCRIPTION)
    @ResponseStatus(HttpStatus.NO_CONTENT)
    void register(CurrentUser user, @Valid @RequestBody DeviceForm form) {
        Channel channel =
                switch (form.kind()) {
                    case BROWSER -> Channel.WEB_PUSH;
                    case APP -> Channel.FCM;
                };
        Device device =
                new Device(
                        ids.next(),
                        form.language().name().toLowerCase(Locale.ROOT),
                        form.address(),
                        form.kind() == Kind.BROWSER ? bytes(form.p256dh()) : null,
                        form.kind() == Kind.BROWSER ? bytes(form.auth()) : null);
        if (form.kind() == Kind.BROWSER && !isSubscription(device)) {
            throw noSubscription();
        }
        devices.put(user.userId(), channel.name(), device, settings.devicesMax());
    }

    @PostMapping("/devices/forget")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    void forget(CurrentUser user, @Valid @RequestBody ForgottenForm form) {
        devices.delete(user.userId(), form.address());
    }

    private static boolean isSubscription(Device device) {
        try {
            URI url = URI.create(device.address());
            return ("https".equals(url.getScheme()) || "http".equals(url.getScheme()))
                    && url.getHost() != null
                    && url.getUserInfo() == null
                    && device.auth() != null
                    && device.auth().length == PUSH_AUTH_BYTES
                    && device.p256dh() != null
                    && Device.isKey(device.p256dh());
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    private static byte @Nullable [] bytes(@Nullable String base64) {
        try {
            return base64 == null ? null : Base64.getUrlDecoder().decode(base64);
        } catch (IllegalArgumentException e) {
            throw noSubscription();
        }
    }

    private static RuntimeException noSubscription() {
        return Problem.of(
                        NotificationProblems.NO_SUBSCRIPTION,
                        "Send endpoint and keys as the browser gives them.")
                .exception();
    }

    /** Push to apps and to browsers is one way to those who choose it. */
    private static List<Way> ways(List<String> channels) {
        List<Way> ways = new ArrayList<>();
        for (Way way : Way.values()) {
            boolean pushed =
                    way == Way.PUSH
                            && (channels.contains(Channel.FCM.name())
                                    || channels.contains(Channel.WEB_PUSH.name()));
            if (pushed || channels.contains(way.name())) {
                ways.add(way);
            }
        }
        return ways;
    }
}
