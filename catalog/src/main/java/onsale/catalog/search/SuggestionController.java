package onsale.catalog.search;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.util.List;
import onsale.catalog.CatalogProblems;
import onsale.catalog.PlainText;
import onsale.platform.problem.ProblemsOf;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Tells fans what they may be about to type, from memory. */
@RestController
@ProblemsOf(CatalogProblems.class)
public class SuggestionController {

    /** The best first. */
    public record SuggestionList(List<Suggestion> items) {}

    private final Suggestions suggestions;

    SuggestionController(Suggestions suggestions) {
        this.suggestions = suggestions;
    }

    @GetMapping("/api/events/suggestions")
    SuggestionList suggest(
            @RequestParam(name = "query", defaultValue = "") @PlainText(max = 100, optional = true)
                    String query,
            @RequestParam(name = "size", defaultValue = "8") @Min(1) @Max(20) int size) {
        return new SuggestionList(suggestions.suggest(query, size));
    }
}
