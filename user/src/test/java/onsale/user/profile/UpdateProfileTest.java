package onsale.user.profile;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.UUID;
import onsale.testkit.Stores;
import onsale.user.Person;
import onsale.user.UserNode;
import onsale.user.profile.Profile.Language;
import onsale.user.profile.UpdateProfile.Outcome;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What a user may change of the own profile. */
class UpdateProfileTest {

    @RegisterExtension static final Stores stores = Stores.shared();

    private final UserNode node =
            stores.closing(new UserNode(stores, stores.redisConnection(), Map.of()));
    private final UpdateProfile updateProfile =
            new UpdateProfile(
                    node.database, node.profiles, node.identities(node.identities.settings()));

    @Test
    void theLanguageChangesWithoutAnIdentityCheck() {
        UUID id = node.idOf(node.member());
        assertThat(profile(id).language()).isEqualTo(Language.KO);

        assertThat(updateProfile.run(id, Language.EN, null)).isInstanceOf(Outcome.Updated.class);

        assertThat(profile(id).language()).isEqualTo(Language.EN);
    }

    @Test
    void aNewPhoneNumberComesFromAnotherCheckOfTheSamePerson() {
        Person fan = node.member();
        UUID id = node.idOf(fan);
        Person moved = new Person(fan.email(), fan.name(), fan.birthDate(), "01099998888");

        assertThat(updateProfile.run(id, Language.KO, node.identities.verified(moved)))
                .isInstanceOf(Outcome.Updated.class);

        assertThat(profile(id).phone()).isEqualTo("01099998888");
        assertThat(profile(id).name()).isEqualTo(fan.name());
    }

    @Test
    void anotherPersonChangesNothing() {
        Person fan = node.member();
        UUID id = node.idOf(fan);

        assertThat(updateProfile.run(id, Language.EN, node.identities.verified(Person.somebody())))
                .isInstanceOf(Outcome.OtherPerson.class);
        assertThat(updateProfile.run(id, Language.EN, "identity-nobody-has"))
                .isInstanceOf(Outcome.NotVerified.class);

        assertThat(profile(id).name()).isEqualTo(fan.name());
        assertThat(profile(id).phone()).isEqualTo(fan.phone());
        assertThat(profile(id).language()).isEqualTo(Language.KO);
    }

    private Profile profile(UUID id) {
        return node.profiles.find(id).orElseThrow();
    }
}
