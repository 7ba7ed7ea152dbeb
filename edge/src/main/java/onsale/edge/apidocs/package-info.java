/** The OpenAPI document of the API. */
@NullMarked
package onsale.edge.apidocs;

import org.jspecify.annotations.NullMarked;
