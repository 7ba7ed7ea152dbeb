package onsale.payment.provider;

/**
 * The result of a confirm.
 *
 * @param payment what the provider shows after it: only that counts
 * @param isRefused whether the confirm itself was refused, so that the next one needs a new
 *     idempotency key
 */
public record ConfirmResult(ProviderPayment payment, boolean isRefused) {}
