/** What the provider's script answers where it does not leave the page. */
export interface SdkAnswer {
  paymentId?: string;
  paymentToken?: string;
  code?: string;
  message?: string;
}

/** The address to go back to, as the provider itself would have called it. */
export function backWith(back: string, answer: SdkAnswer): string {
  const [path = "", query = ""] = back.split("?");
  const all = new URLSearchParams(query);
  for (const name of ["paymentId", "paymentToken", "code", "message"] as const) {
    const value = answer[name];
    if (value) all.set(name, value);
  }
  return `${path}?${all.toString()}`;
}
