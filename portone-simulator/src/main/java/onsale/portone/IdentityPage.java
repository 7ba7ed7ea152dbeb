package onsale.portone;

import java.util.LinkedHashMap;
import java.util.Map;
import onsale.portone.Identity.Status;
import org.jspecify.annotations.Nullable;

/** The page on which people enter their identity. It accepts everybody. */
final class IdentityPage {

    private final Identities identities;
    private final ReturnAddresses addresses;

    IdentityPage(Identities identities, ReturnAddresses addresses) {
        this.identities = identities;
        this.addresses = addresses;
    }

    Answer show(Request request) {
        var _ = addresses.of(request); // before anything is done
        Identity identity = identities.open(request.id(), request.query().get("customData"));
        return identity.status() == Status.VERIFIED
                ? back(request, identity)
                : form(request, 200, request.query(), null);
    }

    Answer submit(Request request) {
        var _ = addresses.of(request); // before anything is done
        Map<String, String> form = request.form();
        if ("cancel".equals(form.get("action"))) {
            return back(request, identities.fail(request.id(), "The person left the page."));
        }
        try {
            return back(request, identities.verify(request.id(), form));
        } catch (PortOneError e) {
            return form(request, 400, form, e.message());
        }
    }

    private Answer back(Request request, Identity identity) {
        boolean verified = identity.status() == Status.VERIFIED;
        Map<String, @Nullable String> fields = new LinkedHashMap<>();
        fields.put("transactionType", "IDENTITY_VERIFICATION");
        fields.put("identityVerificationId", identity.id());
        fields.put("identityVerificationTxId", "sim-" + identity.id());
        fields.put("code", verified ? null : "IDENTITY_VERIFICATION_CANCELLED");
        fields.put("message", verified ? null : identity.failure());
        boolean korean = Page.korean(request);
        String title =
                verified
                        ? korean ? "본인인증이 완료되었습니다" : "Your identity is verified"
                        : korean ? "본인인증이 취소되었습니다" : "Verification was cancelled";
        return Page.back(request, addresses.of(request), title, fields);
    }

    private static Answer form(
            Request request, int status, Map<String, String> given, @Nullable String error) {
        boolean korean = Page.korean(request);
        String body =
                """
                <p>%s</p>
                %s
                <form method="post" action="">
                <label for="name">%s</label>
                <input id="name" name="name" autocomplete="name" maxlength="50" required value="%s">
                <label for="birthDate">%s</label>
                <input id="birthDate" name="birthDate" type="date" min="1900-01-01" required value="%s">
                <label for="phoneNumber">%s</label>
                <input id="phoneNumber" name="phoneNumber" type="tel" autocomplete="tel-national"
                  inputmode="numeric" placeholder="01012345678" pattern="01[0-9 \\-]{8,11}" required value="%s">
                <label for="gender">%s</label>
                <select id="gender" name="gender">
                <option value="">%s</option><option value="FEMALE">%s</option><option value="MALE">%s</option>
                </select>
                <button class="main" name="action" value="verify">%s</button>
                <button name="action" value="cancel" formnovalidate>%s</button>
                </form>
                """
                        .formatted(
                                korean
                                        ? "이름과 생년월일이 같으면 같은 사람으로 인증됩니다."
                                        : "The same name and birth date are the same person.",
                                error == null
                                        ? ""
                                        : "<p class=\"error\" role=\"alert\">%s</p>"
                                                .formatted(Page.escape(error)),
                                korean ? "이름" : "Name",
                                Page.escape(given.get("name")),
                                korean ? "생년월일" : "Birth date",
                                Page.escape(given.get("birthDate")),
                                korean ? "휴대폰 번호" : "Mobile number",
                                Page.escape(given.get("phoneNumber")),
                                korean ? "성별" : "Gender",
                                korean ? "선택 안 함" : "Not given",
                                korean ? "여성" : "Female",
                                korean ? "남성" : "Male",
                                korean ? "인증하기" : "Verify",
                                korean ? "취소" : "Cancel");
        return Page.of(status, korean, korean ? "본인인증" : "Identity verification", body);
    }
}
