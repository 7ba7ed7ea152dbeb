package onsale.payment.provider;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One page of the provider's list, oldest first.
 *
 * @param next the cursor of the next page; null after the last
 */
public record ListPage(List<ListedPayment> payments, @Nullable String next) {}
