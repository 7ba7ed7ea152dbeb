package onsale.platform.db;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import org.springframework.jdbc.core.RowMapper;
import org.springframework.jdbc.core.RowMapperResultSetExtractor;

/** The results of statements that were sent together, one after the other. */
public final class Results {

    /** Reads the results of all statements. */
    @FunctionalInterface
    public interface Reader<T> {
        T read(Results results) throws SQLException;
    }

    private final PreparedStatement statement;
    private boolean isFirst = true;

    Results(PreparedStatement statement) {
        this.statement = statement;
    }

    /** Passes over the results of some statements. */
    public Results skip(int statements) throws SQLException {
        for (int i = 0; i < statements; i++) {
            advance();
        }
        return this;
    }

    /** The rows of the next statement. */
    public <T> List<T> next(RowMapper<T> mapper) throws SQLException {
        advance();
        try (ResultSet rows = statement.getResultSet()) {
            return new RowMapperResultSetExtractor<>(mapper).extractData(rows);
        }
    }

    private void advance() throws SQLException {
        if (!isFirst) {
            statement.getMoreResults();
        }
        isFirst = false;
    }
}
