package onsale.notification.channel;

import java.math.BigInteger;
import java.security.AlgorithmParameters;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.interfaces.ECPublicKey;
import java.security.spec.ECFieldFp;
import java.security.spec.ECGenParameterSpec;
import java.security.spec.ECParameterSpec;
import java.security.spec.ECPoint;
import java.security.spec.ECPrivateKeySpec;
import java.security.spec.ECPublicKeySpec;
import java.util.Arrays;

/** Keys on the curve P-256 as browsers write them: a point is 65 bytes, uncompressed. */
final class P256 {

    static final int POINT_BYTES = 65;

    private static final int COORDINATE_BYTES = 32;
    private static final byte UNCOMPRESSED = 4;

    private P256() {}

    static KeyPair generate() {
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
            generator.initialize(new ECGenParameterSpec("secp256r1"));
            return generator.generateKeyPair();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has P-256", e);
        }
    }

    static byte[] point(ECPublicKey key) {
        byte[] all = new byte[POINT_BYTES];
        all[0] = UNCOMPRESSED;
        put(key.getW().getAffineX(), all, 1);
        put(key.getW().getAffineY(), all, 1 + COORDINATE_BYTES);
        return all;
    }

    /** Throws {@link IllegalArgumentException} for what is no point of the curve. */
    static ECPublicKey publicKey(byte[] point) {
        if (point.length != POINT_BYTES || point[0] != UNCOMPRESSED) {
            throw new IllegalArgumentException("not an uncompressed point");
        }
        BigInteger x = new BigInteger(1, Arrays.copyOfRange(point, 1, 1 + COORDINATE_BYTES));
        BigInteger y =
                new BigInteger(1, Arrays.copyOfRange(point, 1 + COORDINATE_BYTES, POINT_BYTES));
        ECParameterSpec curve = curve();
        BigInteger p = ((ECFieldFp) curve.getCurve().getField()).getP();
        BigInteger right =
                x.pow(3).add(curve.getCurve().getA().multiply(x)).add(curve.getCurve().getB());
        if (x.compareTo(p) >= 0 || y.compareTo(p) >= 0 || !y.pow(2).mod(p).equals(right.mod(p))) {
            throw new IllegalArgumentException("not a point of the curve");
        }
        try {
            return (ECPublicKey)
                    KeyFactory.getInstance("EC")
                            .generatePublic(new ECPublicKeySpec(new ECPoint(x, y), curve));
        } catch (GeneralSecurityException e) {
            throw new IllegalArgumentException("not a key", e);
        }
    }

    static PrivateKey privateKey(byte[] scalar) {
        try {
            return KeyFactory.getInstance("EC")
                    .generatePrivate(new ECPrivateKeySpec(new BigInteger(1, scalar), curve()));
        } catch (GeneralSecurityException e) {
            throw new IllegalArgumentException("not a key", e);
        }
    }

    private static ECParameterSpec curve() {
        try {
            AlgorithmParameters parameters = AlgorithmParameters.getInstance("EC");
            parameters.init(new ECGenParameterSpec("secp256r1"));
            return parameters.getParameterSpec(ECParameterSpec.class);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has P-256", e);
        }
    }

    private static void put(BigInteger coordinate, byte[] into, int at) {
        byte[] bytes = coordinate.toByteArray(); // may have a sign, or be shorter
        int length = Math.min(bytes.length, COORDINATE_BYTES);
        System.arraycopy(
                bytes, bytes.length - length, into, at + COORDINATE_BYTES - length, length);
    }
}
