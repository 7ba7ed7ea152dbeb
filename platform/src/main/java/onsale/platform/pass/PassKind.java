package onsale.platform.pass;

import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;

/**
 * A kind of pass: its purpose, the context it is meant for, and the exact size of its claims. All
 * passes of a kind have the same length. Both issuer and verifier name the kind; a pass of any
 * other kind is refused. Claims with a new layout need another audience ({@code reservation/2}), so
 * that an old pass cannot be read with the new layout.
 */
public final class PassKind {

    /** Keeps a pass within {@link Passes#TEXT_MAX} characters. */
    public static final int CLAIMS_BYTES_MAX = 96;

    private static final Pattern AUDIENCE = Pattern.compile("[a-z][a-z0-9/_-]{0,30}");

    /** The version of the layout of passes. */
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
        binding[2] = (byte) name.length; // separates the audience from the claims
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
