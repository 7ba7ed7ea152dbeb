package onsale.edge;

import onsale.platform.problem.PlatformProblems;
import onsale.platform.problem.Problem;
import onsale.platform.problem.ProblemException;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.TypeMismatchException;
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
import org.springframework.web.context.request.ServletWebRequest;
import org.springframework.web.context.request.WebRequest;
import org.springframework.web.context.request.async.AsyncRequestTimeoutException;
import org.springframework.web.method.annotation.HandlerMethodValidationException;
import org.springframework.web.method.annotation.MethodArgumentTypeMismatchException;
import org.springframework.web.multipart.support.MissingServletRequestPartException;
import org.springframework.web.servlet.mvc.method.annotation.ResponseEntityExceptionHandler;

/**
 * Every exception of a controller, or of the framework on the way to it and back, becomes a problem
 * with a code. Nothing of what we are made of is told.
 */
@ControllerAdvice
final class ProblemAdvice extends ResponseEntityExceptionHandler {

    @ExceptionHandler
    @Nullable ResponseEntity<Object> anyOther(Exception thrown, WebRequest request) {
        return answer(unexpected(thrown, request), HttpHeaders.EMPTY, request);
    }

    /** All that the framework itself throws ends here. */
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

    /** What was thrown after the deadline tells only how the interrupt was taken. */
    private static Problem unexpected(Exception thrown, WebRequest request) {
        return !(thrown instanceof ProblemException) // an answer, late but true
                        && request instanceof ServletWebRequest servlet
                        && TimeoutFilter.hasPassed(servlet.getRequest())
                ? TimeoutFilter.problem()
                : Problems.of(thrown);
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
            case HttpMessageNotReadableException e -> Unreadable.problem(e);
            case AsyncRequestTimeoutException _ -> TimeoutFilter.problem();
            default -> PlatformProblems.ofStatus(status.value());
        };
    }

    private static @Nullable ResponseEntity<Object> answer(
            Problem problem, HttpHeaders headers, WebRequest request) {
        if (request instanceof ServletWebRequest servlet
                && servlet.getResponse() != null
                && servlet.getResponse().isCommitted()) {
            return null; // too late: part of another answer is on its way
        }
        ResponseEntity<byte[]> answer = problem.response(headers);
        return new ResponseEntity<>(answer.getBody(), answer.getHeaders(), answer.getStatusCode());
    }
}
