package onsale.notification.delivery;

/**
 * A message of a few words.
 *
 * @param url where it leads
 */
public record ShortMessage(String title, String body, String url) {}
