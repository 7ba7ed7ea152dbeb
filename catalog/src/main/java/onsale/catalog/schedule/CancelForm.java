package onsale.catalog.schedule;

import onsale.catalog.PlainText;

/** Why an organiser cancels a schedule or an event. */
public record CancelForm(@PlainText(max = 500) String reason) {}
