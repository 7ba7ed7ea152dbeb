// Finding a show.
export function browsing({ shows, open, line }) {
  const event = (show) => (page) => page.goto(`/events/${show.id}`);
  const search = (query) => `/search?query=${encodeURIComponent(query)}`;
  const all = (test) => shows.find((show) => show.schedules.every(test));
  const upcoming = all((date) => date.status === "UPCOMING");
  const soldOut = all((date) => date.soldOut);
  const ended = all((date) => date.status === "ENDED");
  const long = shows.reduce((a, b) => (b.schedules.length > a.schedules.length ? b : a));
  return [
    { name: "home", reach: (page) => page.goto("/") },
    { name: "home-en", locale: "en", reach: (page) => page.goto("/") },
    {
      name: "home-all",
      reach: async (page) => {
        await page.goto("/");
        await page.locator("a.show").first().waitFor();
        await page.locator(".all-shows").evaluate((list) => list.scrollIntoView());
      },
    },
    {
      name: "home-loading",
      reach: async (page) => {
        await page.route("**/api/events?*", () => undefined); // no answer yet
        await page.goto("/");
        await page.locator(".skeleton").first().waitFor();
      },
    },
    { name: "search", reach: (page) => page.goto(search("노래")) },
    { name: "search-nothing", reach: (page) => page.goto(search("종이비의 노래")) },
    {
      name: "search-recent",
      reach: async (page) => {
        await page.goto("/search");
        await page.getByRole("combobox", { name: "공연, 아티스트 검색" }).fill("재즈");
        await page.getByRole("combobox", { name: "공연, 아티스트 검색" }).press("Enter");
        await page.waitForURL(/query=/);
        await page.getByRole("button", { name: "검색어 지우기" }).click();
      },
    },
    { name: "event-open", reach: event(open.show) },
    { name: "event-line", reach: event(line.show) },
    { name: "event-long-en", locale: "en", reach: event(long) },
    ...(upcoming ? [{ name: "event-upcoming", reach: event(upcoming) }] : []),
    ...(soldOut ? [{ name: "event-sold-out", reach: event(soldOut) }] : []),
    ...(ended ? [{ name: "event-ended", reach: event(ended) }] : []),
    {
      name: "event-end",
      reach: async (page) => {
        await page.goto(`/events/${long.id}`);
        await page.getByRole("timer").or(page.locator(".sale-action")).first().waitFor();
        await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
      },
    },
  ];
}
