import { address, send } from "../../api/client";
import { saveFile } from "../../lib/saveFile";

/** A ticket as the server prints it; refused when it was cancelled meanwhile. */
export async function savePdf(reservationId: string, number: string): Promise<void> {
  const url = address("/api/reservations/{id}/tickets/{number}.pdf", { id: reservationId, number });
  const response = await send(url, { method: "GET", headers: {}, signedIn: true });
  saveFile(await response.blob(), `${number}.pdf`);
}
