package onsale.edge;

import java.util.List;
import org.springframework.boot.tomcat.ConfigurableTomcatWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.web.method.support.HandlerMethodArgumentResolver;
import org.springframework.web.servlet.config.annotation.InterceptorRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

/** Wiring of the edge: present in every process, whatever its roles. */
@Configuration(proxyBeanMethods = false)
@Import({EdgeFilters.class, ProblemAdvice.class, ErrorPages.class, StrictJson.class, ApiDocs.class})
public class EdgeModule {

    @Bean
    WebServerFactoryCustomizer<ConfigurableTomcatWebServerFactory> bareErrors() {
        return BareErrors.customizer();
    }

    @Bean
    WebServerFactoryCustomizer<ConfigurableTomcatWebServerFactory> serverLimits(
            EdgeSettings settings) {
        return ServerLimits.customizer(settings);
    }

    @Bean
    TomcatDirectory tomcatDirectory() {
        return new TomcatDirectory();
    }

    @Bean
    WebMvcConfigurer handlers() {
        return new WebMvcConfigurer() {
            @Override
            public void addInterceptors(InterceptorRegistry interceptors) {
                interceptors.addInterceptor(new AcceptFirst());
            }

            @Override
            public void addArgumentResolvers(List<HandlerMethodArgumentResolver> resolvers) {
                resolvers.add(new CurrentUserArgument());
            }
        };
    }
}
