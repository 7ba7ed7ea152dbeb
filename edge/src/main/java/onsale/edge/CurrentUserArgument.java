package onsale.edge;

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
 * Gives a controller its {@link CurrentUser}, or an {@link Optional} of it; never one that is not
 * signed in.
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
                                && AuthenticationFilter.identity(request)
                                        instanceof Identity.SignedIn in
                        ? Optional.of(in.user())
                        : Optional.empty();
        if (parameter.getParameterType() == Optional.class) {
            return user;
        }
        return user.orElseThrow(() -> new ProblemException(PlatformProblems.ofStatus(401)));
    }
}
