package onsale.payment.pay;

import onsale.platform.problem.ProblemCode;
import onsale.platform.problem.ProblemCodes;

/** The problems that requests of this context may end in. */
final class PaymentProblems {

    /** The codes as text, for {@link ProblemCodes}. */
    static final class Codes {

        static final String NO_SUCH_ORDER = "payment.no_such_order";
        static final String ORDER_OVER = "payment.order_over";
        static final String NO_MORE_ATTEMPTS = "payment.no_more_attempts";
        static final String UNDER_WAY = "payment.under_way";
        static final String IN_FLIGHT = "payment.in_flight";
        static final String NO_SUCH_METHOD = "payment.no_such_method";
        static final String NOT_ENOUGH_POINTS = "payment.not_enough_points";
        static final String TOO_MANY_POINTS = "payment.too_many_points";
        static final String KEY_REUSED = "payment.key_reused";
        static final String PROVIDER_AWAY = "payment.provider_away";
        static final String WRONG_STATE = "payment.wrong_state";
        static final String BAD_SIGNATURE = "payment.bad_signature";

        private Codes() {}
    }

    static final ProblemCode NO_SUCH_ORDER =
            new ProblemCode(Codes.NO_SUCH_ORDER, 422, "There is no such order to pay");
    static final ProblemCode ORDER_OVER =
            new ProblemCode(Codes.ORDER_OVER, 409, "The order is paid or closed");
    static final ProblemCode NO_MORE_ATTEMPTS =
            new ProblemCode(Codes.NO_MORE_ATTEMPTS, 409, "No more attempts");
    static final ProblemCode UNDER_WAY =
            new ProblemCode(Codes.UNDER_WAY, 409, "A payment is under way");
    static final ProblemCode IN_FLIGHT =
            new ProblemCode(Codes.IN_FLIGHT, 409, "The same request is under way");
    static final ProblemCode NO_SUCH_METHOD =
            new ProblemCode(Codes.NO_SUCH_METHOD, 422, "There is no such way to pay");
    static final ProblemCode NOT_ENOUGH_POINTS =
            new ProblemCode(Codes.NOT_ENOUGH_POINTS, 409, "There are too few points");
    static final ProblemCode TOO_MANY_POINTS =
            new ProblemCode(Codes.TOO_MANY_POINTS, 422, "More points than the order costs");
    static final ProblemCode KEY_REUSED =
            new ProblemCode(Codes.KEY_REUSED, 422, "The payment key is used already");
    static final ProblemCode PROVIDER_AWAY =
            new ProblemCode(Codes.PROVIDER_AWAY, 503, "The provider does not answer");
    static final ProblemCode WRONG_STATE =
            new ProblemCode(Codes.WRONG_STATE, 409, "Not possible in this state");
    static final ProblemCode BAD_SIGNATURE =
            new ProblemCode(Codes.BAD_SIGNATURE, 401, "The signature is not valid");

    private PaymentProblems() {}
}
