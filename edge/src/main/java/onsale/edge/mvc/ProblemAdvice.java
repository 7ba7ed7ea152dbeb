package onsale.edge.mvc;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import onsale.edge.front.work.Deadline;
import onsale.platform.problem.PlatformProblems;
import onsale.platform.problem.Problem;
import onsale.platform.problem.ProblemCodes;
import onsale.platform.problem.ProblemException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.TypeMismatchException;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.ResponseEntity;
import org.springframework.http.converter.HttpMessageNotReadableException;
import org.springframework.web.bind.MethodArgumentNotValidException;
import org.springframework.web.bind.MissingRequestCookieException;
import org.springframework.web.bind.MissingRequestHeaderException;
import org.springframework.web.bind.MissingServletRequestParameterException;
import org.springframework.web.bind.annotation.ControllerAdvice;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.context.request.RequestAttributes;
import org.springframework.web.context.request.ServletWebRequest;
import org.springframework.web.context.request.WebRequest;
import org.springframework.web.context.request.async.AsyncRequestTimeoutException;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.method.annotation.HandlerMethodValidationException;
import org.springframework.web.method.annotation.MethodArgumentTypeMismatchException;
import org.springframework.web.multipart.support.MissingServletRequestPartException;
import org.springframework.web.servlet.HandlerMapping;
import org.springframework.web.servlet.mvc.method.annotation.ResponseEntityExceptionHandler;

/**
 * Turns every exception of a controller, or of Spring MVC around it, into a problem with a code. No
 * implementation detail reaches the client.
 */
@ControllerAdvice
final class ProblemAdvice extends ResponseEntityExceptionHandler {

    private static final Logger LOG = LoggerFactory.getLogger(ProblemAdvice.class);
    private static final String PLATFORM = "platform.";

    private final Counter undeclared;

    /** Pairs of handler and code that were logged; bounded by their number. */
    private final Set<String> logged = ConcurrentHashMap.newKeySet();

    ProblemAdvice(ObjectProvider<MeterRegistry> registry) {
        undeclared =
                Counter.builder("onsale.problems.undeclared")
                        .description("Problems that their handler does not declare")
                        .register(registry.getIfAvailable(SimpleMeterRegistry::new));
    }

    @ExceptionHandler
    @Nullable ResponseEntity<Object> anyOther(Exception thrown, WebRequest request) {
        Problem problem = unexpected(thrown, request);
        checkDeclared(problem, request);
        return answer(problem, HttpHeaders.EMPTY, request);
    }

    /** Reports a code that the API description lacks: a bug, though the client gets its problem. */
    private void checkDeclared(Problem problem, WebRequest request) {
        String code = problem.code().code();
        if (code.startsWith(PLATFORM)
                || !(request.getAttribute(
                                HandlerMapping.BEST_MATCHING_HANDLER_ATTRIBUTE,
                                RequestAttributes.SCOPE_REQUEST)
                        instanceof HandlerMethod handler)) {
            return;
        }
        @Nullable ProblemCodes declared = handler.getMethodAnnotation(ProblemCodes.class);
        if (declared == null || !List.of(declared.value()).contains(code)) {
            undeclared.increment();
            if (logged.add(handler + " " + code)) {
                LOG.error(
                        "{} answered with {}, which its @ProblemCodes lack",
                        handler.getShortLogMessage(),
                        code);
            }
        }
    }

    /** Handles all exceptions of Spring MVC itself. */
    @Override
    protected @Nullable ResponseEntity<Object> handleExceptionInternal(
            Exception thrown,
            @Nullable Object body,
            HttpHeaders headers,
            HttpStatusCode status,
            WebRequest request) {
        Problem problem =
                status.is5xxServerError() && !(thrown instanceof AsyncRequestTimeoutException)
                        ? unexpected(thrown, request)
                        : known(thrown, status);
        return answer(problem, headers, request);
    }

    /** An exception after the deadline is only a consequence of the interrupt. */
    private static Problem unexpected(Exception thrown, WebRequest request) {
        return !(thrown instanceof ProblemException) // a decision: late, but true
                        && request instanceof ServletWebRequest servlet
                        && Deadline.isExpired(servlet.getRequest()::getAttribute)
                ? Deadline.problem()
                : ProblemMapper.map(thrown);
    }

    private static Problem known(Exception thrown, HttpStatusCode status) {
        return switch (thrown) {
            case MethodArgumentNotValidException e -> InvalidFields.in(e.getBindingResult());
            case HandlerMethodValidationException e -> InvalidFields.in(e);
            case MissingServletRequestParameterException e ->
                    InvalidFields.missing(e.getParameterName());
            case MissingRequestHeaderException e -> InvalidFields.missing(e.getHeaderName());
            case MissingRequestCookieException e -> InvalidFields.missing(e.getCookieName());
            case MissingServletRequestPartException e ->
                    InvalidFields.missing(e.getRequestPartName());
            case MethodArgumentTypeMismatchException e -> InvalidFields.wrongForm(e.getName());
            case TypeMismatchException e -> InvalidFields.wrongForm(e.getPropertyName());
            case HttpMessageNotReadableException e -> UnreadableBody.problem(e);
            case AsyncRequestTimeoutException _ -> Deadline.problem();
            default -> PlatformProblems.ofStatus(status.value());
        };
    }

    private static @Nullable ResponseEntity<Object> answer(
            Problem problem, HttpHeaders headers, WebRequest request) {
        if (request instanceof ServletWebRequest servlet
                && servlet.getResponse() != null
                && servlet.getResponse().isCommitted()) {
            return null; // part of another response was sent already
        }
        ResponseEntity<byte[]> answer = problem.response(headers);
        return new ResponseEntity<>(answer.getBody(), answer.getHeaders(), answer.getStatusCode());
    }
}
