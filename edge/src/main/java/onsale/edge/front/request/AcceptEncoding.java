package onsale.edge.front.request;

import org.jspecify.annotations.Nullable;

/** Reads the header {@code Accept-Encoding}. */
public final class AcceptEncoding {

    private AcceptEncoding() {}

    /** Whether the header names the encoding, with a weight above 0. */
    public static boolean allows(@Nullable String header, String encoding) {
        if (header == null) {
            return false;
        }
        for (String part : header.split(",", -1)) {
            String[] words = part.split(";", 2);
            if (words[0].trim().equalsIgnoreCase(encoding)) {
                return words.length == 1 || !words[1].replace(" ", "").matches("q=0(\\.0*)?");
            }
        }
        return false;
    }
}
