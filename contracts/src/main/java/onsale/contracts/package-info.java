/**
 * Messages that cross contexts. A record only ever grows by fields that old messages may lack; what
 * would change the meaning of a field gets a new record with a new name, and both are understood as
 * long as the old one can still arrive. The test keeps a sample of every record ever sent.
 */
@NullMarked
package onsale.contracts;

import org.jspecify.annotations.NullMarked;
