package onsale.catalog.layout;

/** A short way to write layouts in tests. */
final class LayoutJson {

    private static final String ROW = "{\"rowId\":\"1\",\"grade\":\"R\",\"length\":3";

    private LayoutJson() {}

    /**
     * Expands {@code '} to quotes and {@code #} to the start of a row, and adds the section around
     * a list of rows or around a section config, which starts with {@code +}.
     */
    static String expand(String brief) {
        String json = brief.strip();
        if (json.startsWith("+")) {
            json =
                    "{'sections':["
                            + section("[#}]")
                            + "],'sectionConfig':"
                            + json.substring(1)
                            + "}";
        } else if (json.startsWith("[")) {
            json = "{'sections':[" + section(json) + "]}";
        }
        return json.replace("#", ROW).replace('\'', '"');
    }

    private static String section(String rows) {
        return "{'floor':'1층','sectionId':'B','rows':" + rows + "}";
    }
}
