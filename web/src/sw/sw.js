/**
 * Keeps the shell and what it needs to show bought tickets, so that they open at a door without
 * network. Nothing of the API is kept here: the pages store tickets themselves, and prices, seats and
 * places in line are never shown from a cache.
 */
const SHELL = "shell-development";
const FILES = ["/"]; // replaced by the build
const USED = "used-assets";
/** The shell once more, as a page that may use the camera; only who asks for a page gets one. */
const DESK = "/desk/check-in";

self.addEventListener("install", (event) => {
  event.waitUntil(
    caches
      .open(SHELL)
      .then((cache) =>
        cache.addAll([...FILES, new Request(DESK, { headers: { Accept: "text/html" } })]),
      )
      .then(() => self.skipWaiting()),
  );
});

self.addEventListener("activate", (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) =>
        Promise.all(
          names
            .filter((name) => name !== SHELL && name !== USED)
            .map((name) => caches.delete(name)),
        ),
      )
      .then(() => self.clients.claim()),
  );
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin) {
    return;
  }
  if (request.mode === "navigate") {
    if (!url.pathname.startsWith("/api/")) {
      event.respondWith(page(request, url));
    }
  } else if (url.pathname.startsWith("/assets/") || url.pathname.startsWith("/posters/")) {
    event.respondWith(kept(request));
  }
});

/** From the network, since a page may be newer; the shell without one. */
async function page(request, url) {
  try {
    return await fetch(request);
  } catch {
    return (await caches.match(shellOf(url.pathname))) ?? Response.error();
  }
}

function shellOf(path) {
  if (path.startsWith("/queue/")) return "/waiting.html";
  return path.startsWith("/desk/") ? DESK : "/";
}

/** Names of assets are hashes of what they are: one that is kept is right for ever. */
async function kept(request) {
  const found = await caches.match(request);
  if (found) {
    return found;
  }
  const response = await fetch(request);
  if (response.ok) {
    const copy = response.clone();
    caches.open(USED).then((cache) => cache.put(request, copy));
  }
  return response;
}

/** A push says what happened and where it leads; the same one again replaces what is shown. */
self.addEventListener("push", (event) => {
  let told;
  try {
    told = event.data.json();
  } catch {
    return; // not ours
  }
  event.waitUntil(
    self.registration.showNotification(told.title, {
      body: told.body,
      tag: told.id,
      icon: "/icon-192.png",
      data: { url: told.url },
    }),
  );
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(openPage(event.notification.data?.url));
});

/** Only pages of ours; in the window that is open, if there is one. */
async function openPage(address) {
  const url = new URL(address ?? "/", location.origin);
  const path = url.origin === location.origin ? url.pathname + url.search : "/";
  const [open] = await self.clients.matchAll({ type: "window" });
  if (open) {
    await open.focus();
    await open.navigate(path).catch(() => self.clients.openWindow(path));
  } else {
    await self.clients.openWindow(path);
  }
}
