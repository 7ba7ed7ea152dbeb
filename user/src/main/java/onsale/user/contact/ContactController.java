package onsale.user.contact;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotEmpty;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import java.util.List;
import java.util.UUID;
import onsale.platform.problem.ProblemsOf;
import onsale.platform.problem.TraceId;
import onsale.user.UserProblems;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

/** Contacts for other processes of the platform: on the management port, with a service key. */
@RestController
@ProblemsOf(UserProblems.class)
public final class ContactController {

    private static final int AT_ONCE_MAX = 100;

    private final ReadContacts readContacts;

    ContactController(ReadContacts readContacts) {
        this.readContacts = readContacts;
    }

    /**
     * @param caller the context that asks, for the audit
     */
    record ContactsForm(
            @NotNull @Pattern(regexp = "[a-z]{1,30}") String caller,
            @NotEmpty @Size(max = AT_ONCE_MAX) List<@NotNull UUID> userIds) {}

    record Contacts(List<Contact> items) {}

    @PostMapping("/internal/contacts")
    Contacts contacts(HttpServletRequest http, @Valid @RequestBody ContactsForm form) {
        return new Contacts(
                readContacts.run(
                        form.caller(), http.getRemoteAddr(), TraceId.current(), form.userIds()));
    }
}
