package onsale.edge.mvc;

import java.util.ArrayList;
import java.util.List;
import onsale.platform.problem.FieldProblem;
import onsale.platform.problem.PlatformProblems;
import onsale.platform.problem.Problem;
import org.jspecify.annotations.Nullable;
import org.springframework.context.MessageSourceResolvable;
import org.springframework.validation.Errors;
import org.springframework.validation.FieldError;
import org.springframework.validation.ObjectError;
import org.springframework.validation.method.MethodValidationResult;
import org.springframework.validation.method.ParameterErrors;
import org.springframework.validation.method.ParameterValidationResult;

/** Makes problems that name the invalid fields, parameters and headers. */
final class InvalidFields {

    private static final String WRONG_FORM = "has the wrong form";

    private InvalidFields() {}

    static Problem missing(String name) {
        return problem(List.of(new FieldProblem(name, "is missing")));
    }

    static Problem wrongForm(@Nullable String name) {
        return problem(name == null ? List.of() : List.of(new FieldProblem(name, WRONG_FORM)));
    }

    static Problem in(Errors errors) {
        return problem(fields(errors));
    }

    static Problem in(MethodValidationResult result) {
        List<FieldProblem> fields = new ArrayList<>();
        for (ParameterValidationResult parameter : result.getParameterValidationResults()) {
            if (parameter instanceof ParameterErrors bean) {
                fields.addAll(fields(bean));
            } else {
                @Nullable String name = parameter.getMethodParameter().getParameterName();
                for (MessageSourceResolvable error : parameter.getResolvableErrors()) {
                    fields.add(new FieldProblem(name == null ? "" : name, message(error)));
                }
            }
        }
        return problem(fields);
    }

    private static List<FieldProblem> fields(Errors errors) {
        List<FieldProblem> fields = new ArrayList<>();
        for (ObjectError error : errors.getAllErrors()) {
            switch (error) {
                // its default message would show types and values
                case FieldError field when field.isBindingFailure() ->
                        fields.add(new FieldProblem(field.getField(), WRONG_FORM));
                case FieldError field ->
                        fields.add(new FieldProblem(field.getField(), message(field)));
                default -> fields.add(new FieldProblem("", message(error)));
            }
        }
        return fields;
    }

    private static String message(MessageSourceResolvable error) {
        @Nullable String message = error.getDefaultMessage();
        return message == null ? "is not acceptable" : message;
    }

    private static Problem problem(List<FieldProblem> fields) {
        return Problem.of(PlatformProblems.INVALID, "Correct the values and send them again.")
                .with(fields);
    }
}
