package onsale.edge.mvc;

import jakarta.servlet.http.HttpServletRequest;
import java.util.Optional;
import onsale.platform.access.CurrentUser;
import onsale.platform.problem.PlatformProblems;
import onsale.platform.problem.ProblemException;
import org.jspecify.annotations.Nullable;
import org.springframework.core.MethodParameter;
import org.springframework.web.bind.support.WebDataBinderFactory;
import org.springframework.web.context.request.NativeWebRequest;
import org.springframework.web.method.support.HandlerMethodArgumentResolver;
import org.springframework.web.method.support.ModelAndViewContainer;

/**
 * Passes the {@link CurrentUser}, or an {@link Optional} of it, to a controller. A controller that
 * needs a user never runs without one.
 */
final class CurrentUserArgument implements HandlerMethodArgumentResolver {

    @Override
    public boolean supportsParameter(MethodParameter parameter) {
        return parameter.nestedIfOptional().getNestedParameterType() == CurrentUser.class;
    }

    @Override
    public Object resolveArgument(
            MethodParameter parameter,
            @Nullable ModelAndViewContainer model,
            NativeWebRequest web,
            @Nullable WebDataBinderFactory binders) {
        @Nullable HttpServletRequest request = web.getNativeRequest(HttpServletRequest.class);
        Optional<CurrentUser> user =
                request != null
                                && request.getAttribute(CurrentUser.class.getName())
                                        instanceof CurrentUser known
                        ? Optional.of(known)
                        : Optional.empty();
        if (parameter.getParameterType() == Optional.class) {
            return user;
        }
        return user.orElseThrow(() -> new ProblemException(PlatformProblems.ofStatus(401)));
    }
}
