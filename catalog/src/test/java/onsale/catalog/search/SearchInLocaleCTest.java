package onsale.catalog.search;

import onsale.testkit.Stores;
import org.junit.jupiter.api.extension.RegisterExtension;

/** In a database whose locale knows no Hangul and no accents. */
class SearchInLocaleCTest extends SearchQuality {

    @RegisterExtension static final Stores stores = Stores.sharedInLocaleC();

    SearchInLocaleCTest() {
        super(stores);
    }
}
