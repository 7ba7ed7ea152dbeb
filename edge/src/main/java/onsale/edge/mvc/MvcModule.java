package onsale.edge.mvc;

import java.util.List;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.web.filter.RequestContextFilter;
import org.springframework.web.method.support.HandlerMethodArgumentResolver;
import org.springframework.web.servlet.config.annotation.InterceptorRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

/** Configures Spring MVC. */
@Configuration(proxyBeanMethods = false)
@Import({ProblemAdvice.class, StrictJson.class})
public class MvcModule {

    @Bean
    WebMvcConfigurer handlers() {
        return new WebMvcConfigurer() {
            @Override
            public void addInterceptors(InterceptorRegistry interceptors) {
                interceptors.addInterceptor(new AcceptCheck());
            }

            @Override
            public void addArgumentResolvers(List<HandlerMethodArgumentResolver> resolvers) {
                resolvers.add(new CurrentUserArgument());
                resolvers.add(new ActorArgument());
            }
        };
    }

    /** Switches off a filter of Spring Boot that does what the dispatcher servlet does again. */
    @Bean
    FilterRegistrationBean<RequestContextFilter> noRequestContextFilter() {
        var none = new FilterRegistrationBean<>(new RequestContextFilter());
        none.setEnabled(false);
        return none;
    }
}
