package onsale.platform.messaging;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.kafka.common.errors.ClusterAuthorizationException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.SaslAuthenticationException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.errors.TransactionalIdAuthorizationException;
import org.junit.jupiter.api.Test;

class SenderTest {

    @Test
    void whoMayNotWriteWaitsAndTheMessageIsNotBlamed() {
        assertThat(Sender.judge(new TopicAuthorizationException("no")))
                .isInstanceOf(Sender.Trouble.Unreachable.class);
        assertThat(Sender.judge(new ClusterAuthorizationException("no")))
                .isInstanceOf(Sender.Trouble.Unreachable.class);
        assertThat(Sender.judge(new TransactionalIdAuthorizationException("no")))
                .isInstanceOf(Sender.Trouble.Unreachable.class);
        assertThat(Sender.judge(new SaslAuthenticationException("no")))
                .isInstanceOf(Sender.Trouble.Unreachable.class);
    }

    @Test
    void aMessageThatIsTooLargeIsToBlame() {
        assertThat(Sender.judge(new RecordTooLargeException("large")))
                .isInstanceOf(Sender.Trouble.Refused.class);
    }
}
