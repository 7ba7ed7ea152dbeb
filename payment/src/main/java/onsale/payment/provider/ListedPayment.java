package onsale.payment.provider;

import onsale.platform.Redacted;

/**
 * A payment in the provider's list.
 *
 * @param customData what was sent along when the fan came to pay: the signed order
 */
public record ListedPayment(String providerId, String customData, ProviderPayment payment) {
    @Override
    public String toString() {
        return Redacted.text(this, "customData");
    }
}
