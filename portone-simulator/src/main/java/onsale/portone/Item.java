package onsale.portone;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;

/** Something the simulator remembers, as it stands in the journal; immutable. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "kind")
@JsonSubTypes({@JsonSubTypes.Type(value = Identity.class, name = "identity")})
sealed interface Item permits Identity {

    @JsonIgnore
    String key();
}
