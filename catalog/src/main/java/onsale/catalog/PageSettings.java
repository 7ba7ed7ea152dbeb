package onsale.catalog;

import onsale.platform.StartFailure;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings of the public pages.
 *
 * @param publicUrl the address under which fans reach the web app, such as {@code
 *     https://tickets.example.com}; without it pages have no canonical address and there is no
 *     sitemap
 */
@ConfigurationProperties("onsale.pages")
public record PageSettings(@DefaultValue("") String publicUrl) {

    public PageSettings {
        if (!publicUrl.isEmpty() && !publicUrl.matches("https?://[^\\s/\"'<>?#]+")) {
            throw new StartFailure(
                    "onsale.pages.public-url must be like https://tickets.example.com, without a path.");
        }
    }
}
