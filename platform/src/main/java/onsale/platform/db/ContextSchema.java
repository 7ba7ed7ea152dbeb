package onsale.platform.db;

/** The schema of a context, and the login role that owns it and can use no other. */
public record ContextSchema(String schema, String role) {

    public ContextSchema {
        // Both become part of DDL, which takes no parameters.
        if (!schema.matches("[a-z_]{1,40}") || !role.matches("[a-z_]{1,40}")) {
            throw new IllegalArgumentException("not a plain name: " + schema + ", " + role);
        }
    }
}
