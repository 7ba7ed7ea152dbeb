package onsale.catalog;

import java.util.List;

/**
 * One page of a list.
 *
 * @param page from 0
 * @param total number of items on all pages
 */
public record Page<T>(List<T> items, int page, int size, long total) {}
