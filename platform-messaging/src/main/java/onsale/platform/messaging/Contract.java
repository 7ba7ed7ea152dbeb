package onsale.platform.messaging;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** The {@link MessageContract} of one type of message. */
record Contract(String type, String owner, List<String> consumers, int version) {

    private static final ClassValue<Contract> KNOWN =
            new ClassValue<>() {
                @Override
                protected Contract computeValue(Class<?> type) {
                    return read(type);
                }
            };

    static Contract of(Class<?> type) {
        return KNOWN.get(type);
    }

    private static Contract read(Class<?> type) {
        @Nullable MessageContract contract = type.getAnnotation(MessageContract.class);
        if (contract == null) {
            throw new UnrecordableMessage(type + " has no @MessageContract");
        }
        List<String> consumers = List.of(contract.consumers());
        if (contract.owner().equals(MessageContract.ANYBODY) && !consumers.isEmpty()) {
            throw new UnrecordableMessage(type + " has consumers but no owner");
        }
        return new Contract(type.getSimpleName(), contract.owner(), consumers, contract.version());
    }

    boolean mayBeSentBy(String context) {
        return owner.equals(context) || owner.equals(MessageContract.ANYBODY);
    }
}
