package onsale.edge;

import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.http.HttpServletRequest;
import onsale.platform.problem.PlatformProblems;
import onsale.platform.problem.Problem;
import org.springframework.boot.webmvc.error.ErrorController;
import org.springframework.http.ResponseEntity;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.RequestMapping;

/** Errors that no controller saw: a filter threw, or somebody called {@code sendError}. */
@Controller
final class ErrorPages implements ErrorController {

    @RequestMapping("/error")
    ResponseEntity<byte[]> error(HttpServletRequest request) {
        return problem(request).response();
    }

    private static Problem problem(HttpServletRequest request) {
        if (request.getAttribute(RequestDispatcher.ERROR_EXCEPTION) instanceof Throwable thrown) {
            return Problems.of(thrown);
        }
        return request.getAttribute(RequestDispatcher.ERROR_STATUS_CODE) instanceof Integer status
                ? PlatformProblems.ofStatus(status)
                : PlatformProblems.ofStatus(404); // called from outside: there is no such page
    }
}
