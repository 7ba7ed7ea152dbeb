package onsale.app;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import java.util.List;
import onsale.app.Settings.Effective;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** The settings of this process as they are in force, for operators; secrets are hidden. */
@RestController
final class SettingsController {

    private final String node;
    private final List<Effective> settings;

    /**
     * @param node the name of this process: others may have been told otherwise
     */
    SettingsController(String node, List<Effective> settings) {
        this.node = node;
        this.settings = List.copyOf(settings);
    }

    /**
     * A setting.
     *
     * @param source where the value comes from; {@code default} if nobody has set it
     */
    record SettingView(String name, String value, String source) {}

    record SettingPage(String node, List<SettingView> items, int page, int size, long total) {}

    @GetMapping("/api/admin/settings")
    SettingPage settings(
            @RequestParam(defaultValue = "") @Size(max = 80) @Pattern(regexp = "[A-Za-z0-9._-]*") String query,
            @RequestParam(defaultValue = "false") boolean changedOnly,
            @RequestParam(defaultValue = "0") @Min(0) @Max(10_000) int page,
            @RequestParam(defaultValue = "100") @Min(1) @Max(100) int size) {
        List<SettingView> found =
                settings.stream()
                        .filter(one -> one.name().contains(query))
                        .filter(one -> !changedOnly || !one.source().equals(Settings.DEFAULT))
                        .map(one -> new SettingView(one.name(), one.value(), one.source()))
                        .toList();
        return new SettingPage(
                node,
                found.stream().skip((long) page * size).limit(size).toList(),
                page,
                size,
                found.size());
    }
}
