package onsale.catalog.search;

import onsale.testkit.Stores;
import org.junit.jupiter.api.extension.RegisterExtension;

/** In the database that the platform starts itself. */
class SearchQualityTest extends SearchQuality {

    @RegisterExtension static final Stores stores = Stores.shared();

    SearchQualityTest() {
        super(stores);
    }
}
