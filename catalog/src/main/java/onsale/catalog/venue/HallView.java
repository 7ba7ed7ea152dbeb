package onsale.catalog.venue;

import java.util.UUID;
import onsale.catalog.layout.HallLayout;

/** A hall with its layout, as organisers get it. */
public record HallView(UUID id, UUID venueId, String name, int capacity, HallLayout layout) {}
