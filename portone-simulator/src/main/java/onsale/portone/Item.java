package onsale.portone;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;

/** An immutable part of the state, as it is stored in the journal. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "kind")
@JsonSubTypes({
    @JsonSubTypes.Type(value = Identity.class, name = "identity"),
    @JsonSubTypes.Type(value = Payment.class, name = "payment"),
    @JsonSubTypes.Type(value = Forgotten.class, name = "forgotten"),
    @JsonSubTypes.Type(value = StoredAnswer.class, name = "answer"),
    @JsonSubTypes.Type(value = Webhook.class, name = "webhook"),
    @JsonSubTypes.Type(value = Later.class, name = "later"),
    @JsonSubTypes.Type(value = FaultPlan.class, name = "plan"),
    @JsonSubTypes.Type(value = PaymentFaults.class, name = "faults")
})
sealed interface Item
        permits Identity,
                Payment,
                Forgotten,
                StoredAnswer,
                Webhook,
                Later,
                FaultPlan,
                PaymentFaults {

    String key();
}
