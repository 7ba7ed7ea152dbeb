/** PostgreSQL: one schema and login role per context, migrated at start. */
@NullMarked
package onsale.platform.db;

import org.jspecify.annotations.NullMarked;
