package onsale.platform.portone;

import java.util.List;
import onsale.platform.StartFailure;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * A channel of the provider: a contract with a payment gateway, identified by a key.
 *
 * @param key the provider's key of the channel
 * @param methods the methods of payment that it offers
 * @param nameKo the name of the gateway on Korean pages; may be empty
 * @param nameEn the name of the gateway on other pages; may be empty
 * @param pgProvider the provider's name of the gateway, e.g. {@code INICIS_V2}; may be empty
 */
public record PortOneChannel(
        @DefaultValue("") String key,
        @DefaultValue("CARD") List<PaymentMethod> methods,
        @DefaultValue("") String nameKo,
        @DefaultValue("") String nameEn,
        @DefaultValue("") String pgProvider) {

    public PortOneChannel {
        methods = List.copyOf(methods);
        if (key.isEmpty()
                || methods.isEmpty()
                || methods.stream().distinct().count() != methods.size()) {
            throw new StartFailure(
                    "Each of onsale.portone.channels needs a key and methods, each method once.");
        }
    }
}
