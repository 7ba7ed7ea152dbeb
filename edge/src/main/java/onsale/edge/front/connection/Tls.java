package onsale.edge.front.connection;

import onsale.platform.StartFailure;
import org.eclipse.jetty.http2.HTTP2Cipher;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.ssl.SslBundle;
import org.springframework.boot.ssl.SslBundles;

/**
 * Reads the certificate of the public port from Spring's SSL bundle {@value #BUNDLE}, and again
 * when the files change.
 */
public final class Tls {

    static final String BUNDLE = "onsale";

    private static final Logger LOG = LoggerFactory.getLogger(Tls.class);

    private Tls() {}

    /** Returns null if TLS is off. */
    public static SslContextFactory.@Nullable Server of(
            TlsSettings settings, ObjectProvider<SslBundles> bundles) {
        if (!settings.isOn()) {
            return null;
        }
        SslBundles all = bundles.getObject();
        SslContextFactory.Server factory = new SslContextFactory.Server();
        factory.setIncludeProtocols("TLSv1.3", "TLSv1.2");
        factory.setCipherComparator(HTTP2Cipher.COMPARATOR);
        factory.setUseCipherSuitesOrder(true);
        factory.setSniRequired(false);
        try {
            use(all.getBundle(BUNDLE), factory);
        } catch (RuntimeException e) {
            throw new StartFailure(
                    "The certificate cannot be used: check onsale.tls.certificate and"
                            + " onsale.tls.private-key ("
                            + e.getMessage()
                            + ").",
                    e);
        }
        all.addBundleUpdateHandler(BUNDLE, bundle -> reload(bundle, factory));
        return factory;
    }

    private static void use(SslBundle bundle, SslContextFactory.Server factory) {
        factory.setKeyStore(bundle.getStores().getKeyStore());
        @Nullable String password = bundle.getStores().getKeyStorePassword();
        factory.setKeyStorePassword(password == null ? "" : password);
    }

    private static void reload(SslBundle bundle, SslContextFactory.Server factory) {
        try {
            factory.reload(_ -> use(bundle, factory));
            LOG.info("The certificate was reloaded");
        } catch (Exception e) {
            LOG.error("The new certificate cannot be used; the previous one stays", e);
        }
    }
}
