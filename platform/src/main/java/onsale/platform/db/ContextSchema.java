package onsale.platform.db;

/** The schema a context owns and the login role that owns the schema and can reach no other. */
public record ContextSchema(String schema, String role) {

    public ContextSchema {
        // Both go into DDL, where no parameter can stand.
        if (!schema.matches("[a-z_]{1,40}") || !role.matches("[a-z_]{1,40}")) {
            throw new IllegalArgumentException("not a plain name: " + schema + ", " + role);
        }
    }
}
