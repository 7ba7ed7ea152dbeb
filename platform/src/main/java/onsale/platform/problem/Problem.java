package onsale.platform.problem;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.http.CacheControl;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import tools.jackson.databind.json.JsonMapper;

/**
 * An error as the client receives it. The body has {@code type, title, status, detail, code,
 * traceId}, then {@code errors} if single fields are wrong, then the extras of the context.
 *
 * <pre>{@code
 * throw Problem.of(SEATS_TAKEN, "Choose other seats.").with("seatIds", taken).exception();
 * }</pre>
 *
 * @param detail one sentence that says what to do next
 */
public record Problem(
        ProblemCode code,
        String detail,
        List<FieldProblem> errors,
        Map<String, Object> extras,
        @Nullable Duration retryAfter) {

    private static final Set<String> OURS =
            Set.of("type", "title", "status", "detail", "code", "traceId", "errors", "instance");

    private static final JsonMapper JSON = JsonMapper.builder().build();

    public Problem {
        errors = List.copyOf(errors);
        // Map.copyOf would not keep the order
        extras = Collections.unmodifiableMap(new LinkedHashMap<>(extras));
        for (String name : extras.keySet()) {
            if (OURS.contains(name)) {
                throw new IllegalArgumentException(name + " is not free");
            }
        }
    }

    public static Problem of(ProblemCode code, String detail) {
        return new Problem(code, detail, List.of(), Map.of(), null);
    }

    public Problem with(String name, Object value) {
        Map<String, Object> more = new LinkedHashMap<>(extras);
        more.put(name, value);
        return new Problem(code, detail, errors, more, retryAfter);
    }

    public Problem with(List<FieldProblem> more) {
        List<FieldProblem> all = new ArrayList<>(errors);
        all.addAll(more);
        return new Problem(code, detail, all, extras, retryAfter);
    }

    /** Tells the client when to come back ({@code Retry-After}, whole seconds, at least one). */
    public Problem retryIn(Duration wait) {
        return new Problem(code, detail, errors, extras, wait);
    }

    /** The exception with which a handler refuses a request. */
    public ProblemException exception() {
        return new ProblemException(this);
    }

    /** The response, as bytes, so that content negotiation cannot change it. */
    public ResponseEntity<byte[]> response() {
        return response(HttpHeaders.EMPTY);
    }

    public ResponseEntity<byte[]> response(HttpHeaders more) {
        var answer =
                ResponseEntity.status(code.status())
                        .headers(more)
                        .cacheControl(CacheControl.noStore())
                        .contentType(MediaType.APPLICATION_PROBLEM_JSON);
        if (retryAfter != null) {
            answer.header(HttpHeaders.RETRY_AFTER, Long.toString(retryAfterSeconds()));
        }
        return answer.body(json(TraceId.current()));
    }

    public byte[] json(String traceId) {
        Map<String, Object> body = new LinkedHashMap<>();
        body.put("type", code.type());
        body.put("title", code.title());
        body.put("status", code.status());
        body.put("detail", detail);
        body.put("code", code.code());
        body.put("traceId", traceId);
        if (!errors.isEmpty()) {
            body.put("errors", errors);
        }
        body.putAll(extras);
        return JSON.writeValueAsBytes(body);
    }

    /** The value of {@code Retry-After}; 0 without one. */
    public long retryAfterSeconds() {
        return retryAfter == null ? 0 : Math.max(1, retryAfter.plusMillis(999).toSeconds());
    }
}
