import { useMutation, useQueryClient } from "@tanstack/react-query";

/** A change of an event or of one of its dates, after which the page reads it again. */
export function useEventChange<Value, Result>(
  eventId: string,
  change: (value: Value) => Promise<Result>,
  onDone?: (result: Result) => void,
) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: async (result) => {
      await Promise.all([
        queries.invalidateQueries({ queryKey: ["desk-event", eventId] }),
        queries.invalidateQueries({ queryKey: ["desk-events"] }),
        queries.invalidateQueries({ queryKey: ["settlement", eventId] }),
      ]);
      onDone?.(result);
    },
  });
}
