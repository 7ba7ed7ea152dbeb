/**
 * The test harness: real servers, shared by a whole build or private to a test that disturbs them,
 * and application nodes in their own processes.
 */
@NullMarked
package onsale.testkit;

import org.jspecify.annotations.NullMarked;
