package onsale.bench;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.List;
import onsale.edge.door.Door;
import onsale.edge.door.DoorSettings;
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
                        return mac.accepts(request.header(MacAnswer.HEADER)) ? answer : refusal;
                    }
                };
        DoorSettings defaults =
                new Binder(new MapConfigurationPropertySource())
                        .bindOrCreate("onsale.door", DoorSettings.class);
        Door.start(
                defaults,
                Integer.parseInt(args[0]),
                Integer.parseInt(args[1]),
                List.of(read),
                List.of(),
                new SimpleMeterRegistry(),
                Duration.ofSeconds(1));
        System.out.println("ready");
        Thread.currentThread().join();
    }
}
