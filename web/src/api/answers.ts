import type { paths } from "./schema";

/** What a call answers when all is well, such as `Answer<"/api/events", "get">`. */
export type Answer<Path extends keyof paths, Method extends keyof paths[Path]> = Content<
  Responses<Path, Method>,
  200 | 201,
  "application/json"
>;

/** What a call answers when it refuses. */
export type Problem<Path extends keyof paths, Method extends keyof paths[Path]> = Content<
  Responses<Path, Method>,
  Refused<Responses<Path, Method>>,
  "application/problem+json"
>;

/** The codes by which a call may refuse, such as `"reservation.seats_taken"`. */
export type ProblemCode<Path extends keyof paths, Method extends keyof paths[Path]> =
  Problem<Path, Method> extends { code: infer Code } ? Code : never;

type Refused<All> = Exclude<keyof All, 200 | 201 | 202 | 204 | "default">;

type Responses<
  Path extends keyof paths,
  Method extends keyof paths[Path],
> = paths[Path][Method] extends { responses: infer All } ? All : never;

type Content<All, Status extends PropertyKey, Type extends string> = {
  [One in keyof All & Status]: All[One] extends { content: Record<Type, infer Body> }
    ? Body
    : never;
}[keyof All & Status];
