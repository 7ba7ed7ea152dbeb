package onsale.platform.pass;

import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;

/**
 * One kind of pass: its purpose, the context it is meant for, and the exact size of its claims. All
 * passes of a kind have the same length. Issuer and audience each state the kind; a pass of any
 * other kind is refused. Claims with a new layout need another audience name ({@code
 * reservation/2}), so that an old pass cannot be read in the new way.
 */
public final class PassKind {

    /** Leaves a pass within {@link Passes#TEXT_MAX} characters. */
    public static final int CLAIMS_BYTES_MAX = 96;

    private static final Pattern AUDIENCE = Pattern.compile("[a-z][a-z0-9/_-]{0,30}");

    /** Changes when the layout of passes changes. */
    private static final byte FORMAT = 1;

    private final PassPurpose purpose;
    private final int claimsBytes;
    private final byte[] binding;

    PassKind(PassPurpose purpose, int claimsBytes, byte[] binding) {
        if (claimsBytes < 0 || claimsBytes > CLAIMS_BYTES_MAX) {
            throw new IllegalArgumentException("claims of " + claimsBytes + " bytes");
        }
        this.purpose = purpose;
        this.claimsBytes = claimsBytes;
        this.binding = binding;
    }

    public static PassKind of(PassPurpose purpose, String audience, int claimsBytes) {
        if (!AUDIENCE.matcher(audience).matches()) {
            throw new IllegalArgumentException("not an audience: " + audience);
        }
        byte[] name = audience.getBytes(StandardCharsets.US_ASCII);
        byte[] binding = new byte[3 + name.length];
        binding[0] = FORMAT;
        binding[1] = (byte) purpose.code();
        binding[2] = (byte) name.length; // so that no audience can run into the claims
        System.arraycopy(name, 0, binding, 3, name.length);
        return new PassKind(purpose, claimsBytes, binding);
    }

    public PassPurpose purpose() {
        return purpose;
    }

    int claimsBytes() {
        return claimsBytes;
    }

    int bindingBytes() {
        return binding.length;
    }

    void copyBinding(byte[] target) {
        System.arraycopy(binding, 0, target, 0, binding.length);
    }
}
