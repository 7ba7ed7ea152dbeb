package onsale.edge.mvc;

import jakarta.servlet.http.HttpServletRequest;
import java.util.HashSet;
import java.util.Set;
import onsale.platform.access.Actor;
import onsale.platform.access.CurrentUser;
import onsale.platform.problem.PlatformProblems;
import onsale.platform.problem.ProblemException;
import onsale.platform.problem.TraceId;
import org.jspecify.annotations.Nullable;
import org.springframework.core.MethodParameter;
import org.springframework.web.bind.support.WebDataBinderFactory;
import org.springframework.web.context.request.NativeWebRequest;
import org.springframework.web.method.support.HandlerMethodArgumentResolver;
import org.springframework.web.method.support.ModelAndViewContainer;

/** Passes the {@link Actor} to a controller: the signed-in user with the client's address. */
final class ActorArgument implements HandlerMethodArgumentResolver {

    @Override
    public boolean supportsParameter(MethodParameter parameter) {
        return parameter.getParameterType() == Actor.class;
    }

    @Override
    public Object resolveArgument(
            MethodParameter parameter,
            @Nullable ModelAndViewContainer model,
            NativeWebRequest web,
            @Nullable WebDataBinderFactory binders) {
        @Nullable HttpServletRequest request = web.getNativeRequest(HttpServletRequest.class);
        if (request == null
                || !(request.getAttribute(CurrentUser.class.getName())
                        instanceof CurrentUser user)) {
            throw new ProblemException(PlatformProblems.ofStatus(401));
        }
        return new Actor(user.userId(), roles(user), request.getRemoteAddr(), TraceId.current());
    }

    /** The audit tells what a program did by a key from what its owner did. */
    private static Set<String> roles(CurrentUser user) {
        if (user.byKey() == null) {
            return user.roles();
        }
        Set<String> roles = new HashSet<>(user.roles());
        roles.add("API_KEY");
        return roles;
    }
}
