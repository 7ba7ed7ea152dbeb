package onsale.edge;

import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.tomcat.ConfigurableTomcatWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.core.Ordered;

/** Wiring of the edge: present in every process, whatever its roles. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(EdgeSettings.class)
@Import({ProblemAdvice.class, ErrorPages.class, StrictJson.class})
public class EdgeModule {

    @Bean
    FilterRegistrationBean<RequestIdFilter> requestIdFilter() {
        var registration = new FilterRegistrationBean<>(new RequestIdFilter());
        registration.setOrder(Ordered.HIGHEST_PRECEDENCE);
        return registration;
    }

    @Bean
    FilterRegistrationBean<BodyLimitFilter> bodyLimitFilter(EdgeSettings settings) {
        var registration =
                new FilterRegistrationBean<>(new BodyLimitFilter(settings.bodyMax().toBytes()));
        registration.setOrder(Ordered.HIGHEST_PRECEDENCE + 1);
        return registration;
    }

    @Bean
    WebServerFactoryCustomizer<ConfigurableTomcatWebServerFactory> bareErrors() {
        return BareErrors.customizer();
    }
}
