/**
 * A page for the provider's own script and nothing else: its policy allows that script, what it opens
 * and where it sends, which no other page's does. It has no token and shows nothing of the fan.
 */
import { showLocale } from "../../i18n/locale";
import { showTheme } from "../../lib/theme";
import { backWith, type SdkAnswer } from "./answer";
import { keptRequest } from "./request";
import { text } from "./text";
import "../../styles/base.css";

const SDK = "https://cdn.portone.io/v2/browser-sdk.js";

interface Sdk {
  requestPayment(request: Record<string, unknown>): Promise<SdkAnswer | undefined>;
}

showLocale();
showTheme();
document.title = `${text("title")} · Onsale`;
const words = document.createElement("h1");
words.className = "wrap title-2";
words.textContent = text("title");
document.getElementById("app")?.append(words);
void start();

async function start(): Promise<void> {
  const request = keptRequest();
  if (!request) {
    location.replace("/tickets");
    return;
  }
  try {
    const sdk = await loadSdk();
    const answer = await sdk.requestPayment(request.payment);
    // Without one the browser is on its way to the provider.
    if (answer) location.replace(backWith(request.back, answer));
  } catch {
    location.replace(backWith(request.back, { code: "SDK_FAILED", message: text("failed") }));
  }
}

async function loadSdk(): Promise<Sdk> {
  await new Promise<void>((resolve, reject) => {
    const script = document.createElement("script");
    script.src = SDK;
    script.onload = () => resolve();
    script.onerror = () => reject(new Error("the provider's script did not load"));
    document.head.append(script);
  });
  const { PortOne } = window as unknown as { PortOne?: Sdk };
  if (!PortOne) throw new Error("the provider's script did not start");
  return PortOne;
}
