package onsale.app;

import org.junit.platform.suite.api.AfterSuite;
import org.junit.platform.suite.api.IncludeClassNamePatterns;
import org.junit.platform.suite.api.SelectPackages;
import org.junit.platform.suite.api.Suite;

/** All {@code …Tests}, one after the other on one {@link SharedNode}. */
@Suite
@SelectPackages("onsale.app")
@IncludeClassNamePatterns("onsale\\.app\\..*Tests")
class SharedNodeTest {

    @AfterSuite
    static void stop() {
        SharedNode.stop();
    }
}
