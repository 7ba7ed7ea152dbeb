package onsale.catalog.venue;

import jakarta.validation.constraints.NotNull;
import onsale.catalog.PlainText;
import onsale.catalog.layout.HallLayout;

/** A hall as an organiser sends it. */
public record HallForm(@PlainText(max = 200) String name, @NotNull HallLayout layout) {}
