/** What the provider's page is to ask for: left on the device by the checkout, for this tab alone. */
export interface ProviderRequest {
  /** As the provider's script takes it. */
  payment: Record<string, unknown>;
  /** Where its answer goes when it does not leave the page itself. */
  back: string;
}

const KEY = "onsale.provider";

export function keepRequest(request: ProviderRequest): void {
  sessionStorage.setItem(KEY, JSON.stringify(request));
}

export function keptRequest(): ProviderRequest | null {
  const kept = sessionStorage.getItem(KEY);
  return kept === null ? null : (JSON.parse(kept) as ProviderRequest);
}
