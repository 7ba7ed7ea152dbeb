package onsale.queue.enter;

import onsale.platform.problem.Problem;
import onsale.queue.status.QueueAnswer;

/** What a fan who enters is told: an answer like that to a poll, or a problem. */
public sealed interface EnterAnswer {

    record Told(QueueAnswer answer) implements EnterAnswer {}

    record Refused(Problem problem) implements EnterAnswer {}
}
