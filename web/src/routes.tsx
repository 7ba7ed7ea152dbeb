import { lazy, type ComponentType, type LazyExoticComponent } from "react";

/**
 * Every page with its own bundle. Pages `inLayout` have header and tab bar; from the seat map to the
 * payment there is nothing to tap by accident.
 *
 * `/queue/:scheduleId`, the waiting room, is not here: it is an entry of its own (`waiting.html`), to
 * which pages link with a plain `<a href>`.
 */
export interface Route {
  path: string;
  page: LazyExoticComponent<ComponentType>;
  inLayout: boolean;
  /** The tab bar on phones, except where the page has an action or a code of its own there. */
  hasTabs: boolean;
}

const page = (path: string, load: () => Promise<{ default: ComponentType }>, inLayout = true) => ({
  path,
  page: lazy(load),
  inLayout,
  hasTabs: inLayout && !path.startsWith("/events/") && !path.startsWith("/tickets/"),
});

export const routes: Route[] = [
  page("/", () => import("./features/home/HomePage")),
  page("/search", () => import("./features/home/SearchPage")),
  page("/events/:id", () => import("./features/event/EventPage")),
  page("/login", () => import("./features/auth/LoginPage")),
  page("/login/social/:provider", () => import("./features/auth/SocialPage")),
  page("/signup", () => import("./features/auth/SignUpPage"), false),
  page("/password-reset", () => import("./features/auth/ResetPage")),
  page("/terms", () => import("./features/terms/TermsPage")),
  page("/terms/agree", () => import("./features/terms/AgreePage")),
  page("/seats/:scheduleId", () => import("./features/seat-map/SeatMapPage"), false),
  page("/checkout/:reservationId", () => import("./features/checkout/CheckoutPage"), false),
  page("/pay/return", () => import("./features/checkout/PayReturnPage"), false),
  page("/tickets", () => import("./features/tickets/TicketsPage")),
  page("/tickets/:reservationId", () => import("./features/tickets/TicketPage")),
  page("/tickets/:reservationId/receipt", () => import("./features/receipt/ReceiptPage")),
  page("/desk", () => import("./features/desk/DeskHomePage"), false),
  page("/desk/sales", () => import("./features/desk/cockpit/SalesPage"), false),
  page("/desk/sales/:scheduleId", () => import("./features/desk/cockpit/CockpitPage"), false),
  page("/desk/cancelled", () => import("./features/desk/operator/CancelledShowsPage"), false),
  page("/desk/accounts", () => import("./features/desk/operator/AccountsPage"), false),
  page("/desk/nodes", () => import("./features/desk/operator/NodesPage"), false),
  page("/desk/messages", () => import("./features/desk/operator/MessagesPage"), false),
  page("/desk/integrity", () => import("./features/desk/operator/IntegrityPage"), false),
  page("/desk/jobs", () => import("./features/desk/operator/JobsPage"), false),
  page("/desk/audit", () => import("./features/desk/operator/AuditPage"), false),
  page("/desk/settings", () => import("./features/desk/operator/SettingsPage"), false),
  page("/desk/events", () => import("./features/desk/organiser/EventsPage"), false),
  page("/desk/events/:eventId", () => import("./features/desk/organiser/EventEditPage"), false),
  page(
    "/desk/events/:eventId/preview",
    () => import("./features/desk/organiser/PreviewPage"),
    false,
  ),
  page(
    "/desk/events/:eventId/settlement",
    () => import("./features/desk/organiser/SettlementPage"),
    false,
  ),
  page(
    "/desk/events/:eventId/seats/:scheduleId",
    () => import("./features/desk/organiser/AllocationsPage"),
    false,
  ),
  page("/desk/venues", () => import("./features/desk/organiser/VenuesPage"), false),
  page("/desk/venues/:venueId", () => import("./features/desk/organiser/VenuePage"), false),
  page(
    "/desk/venues/:venueId/halls/:hallId",
    () => import("./features/desk/organiser/hall/HallPage"),
    false,
  ),
  page("/desk/search", () => import("./features/desk/SearchPage"), false),
  page("/desk/refunds", () => import("./features/desk/RefundsPage"), false),
  page("/desk/check-in", () => import("./features/desk/CheckInPage"), false),
  page("/me", () => import("./features/profile/ProfilePage")),
  page("/me/notifications", () => import("./features/notifications/NotificationsPage")),
  page("/me/email", () => import("./features/account/EmailPage")),
  page("/me/delete", () => import("./features/account/DeletePage")),
  page("/email-change/refuse", () => import("./features/account/RefusePage")),
  page("/mailbox", () => import("./features/account/MailboxPage")),
  page("/me/password", () => import("./features/profile/PasswordPage")),
  page("/me/second-factor", () => import("./features/profile/SecondFactorPage")),
  page("/me/social", () => import("./features/profile/SocialLoginsPage")),
  page("/me/logins", () => import("./features/profile/LoginsPage")),
];
