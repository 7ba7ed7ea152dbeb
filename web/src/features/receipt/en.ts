import type { ko } from "./ko";

export const en: Record<keyof typeof ko, string> = {
  title: "Receipt",
  back: "To the ticket",
  print: "Print",
  loginTitle: "Log in to see the receipt",
  loginLead: "It shows the amount, the method, the time and refunds.",
  login: "Log in",
  nothingPaid: "Nothing was paid for this booking.",
  amount: "Amount paid",
  method: "Method",
  CARD: "Card",
  TRANSFER: "Account transfer",
  EASY_PAY: "Easy pay",
  paidAt: "Paid at",
  reservationNumber: "Booking number",
  paymentId: "Payment number",
  refunding: "Refund under way",
  refunded: "Refunded",
  refundAskedAt: "Refund asked for",
  refundedAt: "Refunded at",
};
