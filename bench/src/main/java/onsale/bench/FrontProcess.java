package onsale.bench;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryMXBean;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import onsale.platform.front.EventStream;
import onsale.platform.front.HotAnswer;
import onsale.platform.front.HotRead;
import onsale.platform.front.HotRequest;
import onsale.platform.front.StreamEvent;
import onsale.platform.front.StreamTopic;
import org.jspecify.annotations.Nullable;

/**
 * The front with one hot read and one stream, in a process of its own. Commands: {@code publish}
 * sends an event to all streams, {@code memory} answers the bytes of heap and of direct buffers
 * that are in use. A second argument turns metrics off.
 */
final class FrontProcess {

    private static final StreamTopic TOPIC = new StreamTopic();
    private static final StreamEvent EVENT =
            StreamEvent.of("status", new String(MacAnswer.BODY, StandardCharsets.UTF_8));

    private FrontProcess() {}

    private record Hot(MacAnswer mac, HotAnswer answer) implements HotRead {

        @Override
        public String path() {
            return "/api/hot";
        }

        @Override
        public @Nullable HotAnswer answer(HotRequest request) {
            @Nullable String receipt = request.header(MacAnswer.HEADER);
            if (receipt == null || !mac.accepts(receipt)) {
                return HotAnswer.empty(401);
            }
            request.countAs(receipt);
            return answer;
        }
    }

    private record Stream(MacAnswer mac) implements EventStream {

        @Override
        public String path() {
            return "/stream";
        }

        @Override
        public Outcome open(HotRequest request) {
            @Nullable String fan = request.query("fan");
            if (fan == null || !mac.accepts(request.header(MacAnswer.HEADER))) {
                return new Outcome.Refused(HotAnswer.empty(401));
            }
            request.countAs(fan);
            return new Outcome.Opened(TOPIC, EVENT);
        }
    }

    public static void main(String[] args) throws Exception {
        MacAnswer mac = new MacAnswer();
        HotAnswer answer = HotAnswer.of(200, "application/json", MacAnswer.BODY);
        Map<String, String> settings = new HashMap<>();
        settings.put("onsale.front.connections-per-address-max", "20000");
        settings.put("onsale.front.streams-per-address-max", "20000");
        if (args.length > 1) {
            settings.putAll(ObserveBench.UNMEASURED);
        }
        EdgeApplication.start(
                Integer.parseInt(args[0]),
                settings,
                context -> {
                    context.registerBean(HotRead.class, () -> new Hot(mac, answer));
                    context.registerBean(EventStream.class, () -> new Stream(mac));
                });
        var commands = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        System.out.println("ready");
        for (String line = commands.readLine(); line != null; line = commands.readLine()) {
            if (line.equals("publish")) {
                TOPIC.publish(EVENT);
                System.out.println("published");
            } else {
                System.out.println(memory());
            }
        }
    }

    private static String memory() {
        MemoryMXBean memory = ManagementFactory.getMemoryMXBean();
        memory.gc();
        memory.gc(); // again, after cleaners have released buffers
        long direct =
                ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
                        .mapToLong(BufferPoolMXBean::getMemoryUsed)
                        .sum();
        return memory.getHeapMemoryUsage().getUsed() + " " + direct;
    }
}
