package onsale.edge.planted;

import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** A handler that nobody put into the table. */
@RestController
@RequestMapping("/api/forgotten")
class ForgottenController {

    @PostMapping("/{id}")
    String forgotten() {
        return "forgotten";
    }
}
