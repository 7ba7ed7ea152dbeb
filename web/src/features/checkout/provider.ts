import { locale } from "../../i18n/locale";
import { keepRequest } from "../provider/request";
import type { Payment } from "./verdict";

/**
 * Sends the fan to the provider: to the page the server names, or to ours for the provider's own
 * script. Either comes back to `/pay/return`.
 */
export function openProvider(payment: Payment, orderName: string, method: string): void {
  const { provider } = payment as Payment & { provider: { payUrl?: string | null } };
  const back = new URL("/pay/return", location.origin);
  back.searchParams.set("reservationId", payment.reservationId);
  if (provider.payUrl) {
    const page = new URL(provider.payUrl);
    page.searchParams.set("redirect", back.href);
    page.searchParams.set("orderName", orderName);
    page.searchParams.set("lang", locale());
    location.assign(page.href);
    return;
  }
  keepRequest({
    payment: {
      storeId: provider.storeId,
      channelKey: provider.channelKey,
      paymentId: provider.paymentId,
      orderName,
      totalAmount: payment.amount,
      currency: "CURRENCY_KRW",
      payMethod: method,
      customData: provider.customData ? { order: provider.customData } : undefined,
      redirectUrl: back.href,
      locale: locale() === "ko" ? "KO_KR" : "EN_US",
    },
    back: back.pathname + back.search,
  });
  location.assign("/pay/provider");
}
