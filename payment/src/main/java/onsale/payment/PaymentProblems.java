package onsale.payment;

import onsale.platform.problem.ProblemCode;

/** Everything this context may refuse. */
final class PaymentProblems {

    static final ProblemCode NO_SUCH_ORDER =
            new ProblemCode("payment.no_such_order", 422, "There is no such order to pay");
    static final ProblemCode ORDER_OVER =
            new ProblemCode("payment.order_over", 409, "The order is paid or closed");
    static final ProblemCode NO_MORE_ATTEMPTS =
            new ProblemCode("payment.no_more_attempts", 409, "No more attempts");
    static final ProblemCode UNDER_WAY =
            new ProblemCode("payment.under_way", 409, "A payment is under way");
    static final ProblemCode IN_FLIGHT =
            new ProblemCode("payment.in_flight", 409, "The same request is under way");
    static final ProblemCode KEY_REUSED =
            new ProblemCode("payment.key_reused", 422, "The payment key is used already");
    static final ProblemCode PROVIDER_AWAY =
            new ProblemCode("payment.provider_away", 503, "The provider does not answer");
    static final ProblemCode WRONG_STATE =
            new ProblemCode("payment.wrong_state", 409, "Not possible in this state");
    static final ProblemCode BAD_SIGNATURE =
            new ProblemCode("payment.bad_signature", 401, "The signature is not valid");

    private PaymentProblems() {}
}
