import type { SettledDate } from "./useSettlement";

const NUMBERS = [
  "soldSeats",
  "returnedSeats",
  "complimentarySeats",
  "withheldSeats",
  "grossWon",
  "feesWon",
  "refundsWon",
  "netWon",
  "chargedWon",
  "paidBackWon",
  "outstandingWon",
  "pointsWon",
  "differenceWon",
] as const;

export type SettlementSum = SettledDate;

/** All dates together; its date is that of the first. */
export function sumOf(dates: readonly SettledDate[]): SettlementSum {
  const sum = { ...dates[0]!, status: "" };
  for (const key of NUMBERS) sum[key] = dates.reduce((total, one) => total + one[key], 0);
  return sum;
}

/** For spreadsheets: a line for each date and one for all. Begins with the mark that Excel wants. */
export function csvOf(dates: readonly SettledDate[]): string {
  const line = (first: string, one: SettledDate) =>
    [first, one.status, ...NUMBERS.map((key) => one[key])].join(",");
  return (
    "\uFEFF" +
    [
      ["startsAt", "status", ...NUMBERS].join(","),
      ...dates.map((one) => line(one.startsAt, one)),
      ...(dates.length > 0 ? [line("total", sumOf(dates))] : []),
    ].join("\r\n") +
    "\r\n"
  );
}
