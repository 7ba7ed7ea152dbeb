package onsale.bench;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import onsale.edge.door.Door;
import onsale.edge.door.DoorSettings;
import onsale.edge.limit.HotLimits;
import onsale.edge.limit.LimitSettings;
import onsale.edge.limit.LocalLimiter;
import onsale.platform.door.HotAnswer;
import onsale.platform.door.HotRead;
import onsale.platform.door.HotRequest;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

/** The door with one hot read, in a process of its own; everything else goes to the bare server. */
final class DoorProcess {

    private DoorProcess() {}

    public static void main(String[] args) throws InterruptedException {
        MacAnswer mac = new MacAnswer();
        HotAnswer answer = HotAnswer.of(200, "application/json", MacAnswer.BODY);
        HotAnswer refusal = HotAnswer.empty(401);
        HotRead read =
                new HotRead() {
                    @Override
                    public String path() {
                        return "/api/hot";
                    }

                    @Override
                    public @Nullable HotAnswer answer(HotRequest request) {
                        @Nullable String receipt = request.header(MacAnswer.HEADER);
                        if (receipt == null || !mac.accepts(receipt)) {
                            return refusal;
                        }
                        request.countAs(receipt);
                        return answer;
                    }
                };
        Binder binder =
                new Binder(
                        new MapConfigurationPropertySource(
                                Map.of(
                                        "onsale.limits.hot-address-per-second", "1000000",
                                        "onsale.limits.status-per-minute", "100000000")));
        LimitSettings limits = binder.bindOrCreate("onsale.limits", LimitSettings.class);
        Door.start(
                binder.bindOrCreate("onsale.door", DoorSettings.class),
                Integer.parseInt(args[0]),
                Integer.parseInt(args[1]),
                List.of(read),
                List.of(),
                new HotLimits(new LocalLimiter(limits.clientsMax()), limits),
                new SimpleMeterRegistry(),
                Duration.ofSeconds(1));
        System.out.println("ready");
        Thread.currentThread().join();
    }
}
