package onsale.app;

import onsale.edge.TomcatDirectory;
import org.springframework.boot.actuate.autoconfigure.web.ManagementContextConfiguration;
import org.springframework.boot.actuate.autoconfigure.web.ManagementContextType;
import org.springframework.context.annotation.Bean;

/** The server of health and metrics has a context of its own; it sees no bean of ours but these. */
@ManagementContextConfiguration(value = ManagementContextType.CHILD, proxyBeanMethods = false)
class ManagementServer {

    @Bean
    TomcatDirectory tomcatDirectory() {
        return new TomcatDirectory();
    }
}
