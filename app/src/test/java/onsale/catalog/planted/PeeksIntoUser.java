package onsale.catalog.planted;

import onsale.user.UserModule;
import onsale.user.account.Passwords;

/** A forbidden look from one context into another: the module test must find it. */
final class PeeksIntoUser {

    private PeeksIntoUser() {}

    static String schemaOfAnotherContext() {
        return UserModule.SCHEMA.schema();
    }

    static String featureOfAnotherContext() {
        return Passwords.class.getName();
    }
}
