/**
 * The line of each schedule in Redis, the fans who stand in it, and the binding of each person to
 * one line. Every change is one Lua script.
 */
@NullMarked
package onsale.queue.line;

import org.jspecify.annotations.NullMarked;
