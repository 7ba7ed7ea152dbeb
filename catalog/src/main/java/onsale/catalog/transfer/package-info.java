/**
 * Brings shows in from files and writes them into files. A plan is read first; what is executed is
 * one transaction, and can be undone by its id.
 */
@NullMarked
package onsale.catalog.transfer;

import org.jspecify.annotations.NullMarked;
