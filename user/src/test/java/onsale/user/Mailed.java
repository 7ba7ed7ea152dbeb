package onsale.user;

import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import onsale.contracts.Context;
import onsale.contracts.MailRequested;
import onsale.contracts.MailRequested.Letter;
import onsale.contracts.MailRequested.Template;
import onsale.platform.messaging.Incoming;
import onsale.platform.messaging.MessageCodec;
import tools.jackson.databind.json.JsonMapper;

/** A mail as the notification context would read it. */
public record Mailed(Template template, String address, Map<String, String> values) {

    private static final JsonMapper JSON = JsonMapper.builder().build();

    @SuppressWarnings("unchecked") // headers are a flat object of strings
    static Mailed read(byte[] payload, String headers) {
        MailRequested asked =
                MessageCodec.decode(
                        new Incoming(
                                new UUID(0, 0),
                                "",
                                "",
                                "",
                                payload,
                                JSON.readValue(headers, Map.class)),
                        MailRequested.class);
        Letter letter =
                UserNode.KEYS
                        .of(Context.NOTIFICATION)
                        .decryptFrom(
                                Context.USER,
                                asked.letter(),
                                asked.requestId().toString(),
                                Letter.class);
        return new Mailed(asked.template(), letter.address(), letter.values());
    }

    public String value(String name) {
        return Objects.requireNonNull(values.get(name));
    }
}
