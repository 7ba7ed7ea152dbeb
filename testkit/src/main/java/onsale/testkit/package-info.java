/**
 * The test harness: real servers, shared by a whole build or private to a test that hurts them, and
 * application nodes as processes of their own.
 */
@NullMarked
package onsale.testkit;

import org.jspecify.annotations.NullMarked;
