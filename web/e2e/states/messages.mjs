// What a page says when it cannot be shown.
export function messages({ open }) {
  const event = `/events/${open.show.id}`;
  const refused = (status) => async (page) => {
    const json = { status, traceId: "4bf92f3577b34da6a3ce929d0e0e4736" };
    await page.route("**/api/events/*", (route) => route.fulfill({ status, json }));
    await page.goto(event);
    await page.getByRole("alert").waitFor({ timeout: 60_000 });
  };
  return [
    { name: "message-missing", reach: (page) => page.goto("/nothing") },
    { name: "message-missing-en", locale: "en", reach: (page) => page.goto("/nothing") },
    { name: "message-maintenance", reach: refused(503) },
    { name: "message-busy", reach: refused(429) },
    { name: "message-refused", reach: refused(403) },
    {
      name: "message-offline",
      workers: true,
      reach: async (page, context) => {
        await offline(page, context);
        await page.goto(event);
        await page.getByRole("heading", { name: "인터넷에 연결되지 않았어요" }).waitFor();
      },
    },
    {
      name: "message-offline-home",
      workers: true,
      reach: async (page, context) => {
        await offline(page, context);
        await page.goto("/");
        await page.getByText(/기준 목록이에요/).waitFor();
      },
    },
    {
      name: "message-failed",
      reach: async (page) => {
        await page.route("**/api/events/*", (route) => route.fulfill({ json: {} }));
        await page.goto(event);
        await page.getByRole("alert").waitFor();
      },
    },
    {
      name: "message-updated",
      reach: async (page) => {
        await page.goto("/");
        await page.locator("a.show").first().waitFor();
        await page.route("**/assets/*", (route) => route.fulfill({ status: 404 }));
        await page.locator("a.show").first().click();
        await page.getByRole("heading", { name: "새 버전이 나왔어요" }).waitFor();
      },
    },
  ];
}

/** The app was used before, so its pages are kept; then the network goes. */
async function offline(page, context) {
  await page.goto("/");
  await page.locator("a.show").first().waitFor();
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await context.setOffline(true);
}
