import { call } from "../../api/client";
import { locale } from "../../i18n/locale";

/** Whether this browser can take pushes at all. */
export function canPush(): boolean {
  return "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;
}

export async function subscription(): Promise<PushSubscription | null> {
  const worker = await navigator.serviceWorker.getRegistration("/");
  return (await worker?.pushManager.getSubscription()) ?? null;
}

/** Asks for permission and registers this browser; false if the person does not allow it. */
export async function subscribe(pushKey: string): Promise<boolean> {
  if ((await Notification.requestPermission()) !== "granted") {
    return false;
  }
  const worker = await navigator.serviceWorker.ready;
  const made = await worker.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: pushKey,
  });
  const { endpoint, keys } = made.toJSON();
  await call("/api/users/me/notifications/devices", "post", {
    signedIn: true,
    body: {
      kind: "BROWSER",
      language: locale() === "ko" ? "KO" : "EN",
      address: endpoint ?? "",
      p256dh: keys?.["p256dh"] ?? "",
      auth: keys?.["auth"] ?? "",
    },
  });
  return true;
}

export async function unsubscribe(): Promise<void> {
  const known = await subscription();
  if (known !== null) {
    await call("/api/users/me/notifications/devices/forget", "post", {
      signedIn: true,
      body: { address: known.endpoint },
    });
    await known.unsubscribe();
  }
}
