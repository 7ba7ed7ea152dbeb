package onsale.user.botcheck;

import jakarta.servlet.http.HttpServletRequest;
import onsale.user.attempt.Origin;
import onsale.user.botcheck.BotCheck.ChallengeTask;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

/** Issues challenges of the bot check. */
@RestController
public final class ChallengeController {

    private final BotCheck botCheck;

    ChallengeController(BotCheck botCheck) {
        this.botCheck = botCheck;
    }

    @PostMapping("/api/auth/challenge")
    ChallengeTask challenge(HttpServletRequest http) {
        return botCheck.issue(new Origin(http.getRemoteAddr(), ""));
    }
}
