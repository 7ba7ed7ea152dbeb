package onsale.queue.enter;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.UUID;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The front reads a plain body and leaves every other one to the controller. */
class EnterAtFrontTest {

    private static final String ID = "0f8fad5b-d9cb-469f-a165-70867728950e";

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'scheduleId':'#'}",
                " {\n\t'scheduleId' : '#' }\r\n",
                "{'schedule\\u0049d':'#'}",
                "{'scheduleId':'0F8FAD5B-D9CB-469F-A165-70867728950E'}",
            })
    void aPlainBodyIsRead(String body) {
        assertThat(EnterAtFront.scheduleId(json(body))).isEqualTo(UUID.fromString(ID));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "null",
                "'#'",
                "[]",
                "[{'scheduleId':'#'}]",
                "{}",
                "{'scheduleId':'#'",
                "{'scheduleId':'#',}",
                "{'scheduleId':'#','scheduleId':'#'}",
                "{'scheduleId':'#','schedule\\u0049d':'#'}",
                "{'scheduleId':'#','more':1}",
                "{'more':1,'scheduleId':'#'}",
                "{'scheduleId':'#'}{}",
                "{'scheduleId':'#'} x",
                "{'scheduleId':'#'}}",
                "{'scheduleID':'#'}",
                "{'scheduleId':null}",
                "{'scheduleId':1}",
                "{'scheduleId':['#']}",
                "{'scheduleId':{'scheduleId':'#'}}",
                "{'scheduleId':''}",
                "{'scheduleId':' #'}",
                "{'scheduleId':'1-2-3-4-5'}",
                "{'scheduleId':'0f8fad5bd9cb469fa16570867728950e'}",
                "{'scheduleId':'0f8fad5-bd9cb-469f-a165-70867728950e'}",
                "{'scheduleId':'0f8fad5b-d9cb-469f-a165-70867728950g'}",
                "{scheduleId:'#'}",
                "/* */{'scheduleId':'#'}",
            })
    void anyOtherBodyIsLeftToTheController(String body) {
        assertThat(EnterAtFront.scheduleId(json(body))).isNull();
    }

    private static String json(String body) {
        return body.replace('\'', '"').replace("#", ID);
    }
}
