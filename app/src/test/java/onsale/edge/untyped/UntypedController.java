package onsale.edge.untyped;

import java.util.List;
import java.util.Map;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** Handlers of which no client could know what they answer, and one that is as it should be. */
@RestController
@RequestMapping("/api/untyped")
@SuppressWarnings("rawtypes")
class UntypedController {

    record Vague(String name, Object value) {}

    record Clear(String name, Map<String, List<String>> values) {}

    @GetMapping("/wildcard")
    ResponseEntity<?> wildcard() {
        return ResponseEntity.ok("anything");
    }

    @GetMapping("/raw")
    ResponseEntity raw() {
        return ResponseEntity.ok("anything");
    }

    @GetMapping("/object")
    Object object() {
        return "anything";
    }

    @GetMapping("/map")
    Map<String, String> map() {
        return Map.of();
    }

    @GetMapping("/list")
    List<?> list() {
        return List.of();
    }

    @GetMapping("/bytes")
    ResponseEntity<byte[]> bytes() {
        return ResponseEntity.ok(new byte[0]);
    }

    @GetMapping("/vague")
    List<Vague> vague() {
        return List.of();
    }

    @GetMapping("/clear")
    ResponseEntity<List<Clear>> clear() {
        return ResponseEntity.ok(List.of());
    }
}
