/** Status and message of an error response. */
export interface RefusalFacts {
  readonly status: number;
  readonly detail: string;
}

/**
 * Finds the intended status: the public service sends 500 or 400 instead of 404 or 409, and begins some messages with
 * the intended status, as in "404: Evaluation with id … not found".
 *
 * @source facts §2.1, §3.4, §3.5
 */
export function fixRefusal({ status, detail }: RefusalFacts): RefusalFacts {
  const [, prefix, rest] = /^([45]\d\d): (.+)/.exec(detail) ?? [];
  if (prefix !== undefined && rest !== undefined) return { status: Number(prefix), detail: rest };
  if (status !== 500 && status !== 400) return { status, detail };
  const meant = MEANT.find(({ says }) => says.test(detail));
  return { status: meant?.status ?? status, detail };
}

/** What the public service's sentences mean, where its status means nothing. @source facts §2.1, §3.4, §3.5 */
const MEANT = [
  { says: /\balready exists\b/i, status: 409 },
  { says: /\bnot found\b|^No \w+ with ID\b.* found$/i, status: 404 },
] as const;

/** The whole detail of a 404 for a path that is not an endpoint. @source FastAPI "Not Found"; Go's net/http "404 page not found" */
const UNKNOWN_PATH = /^(not found)?\.?$|^404 page not found$/i;

/** Answers whether the detail of a 404 is that of a path that leads nowhere. */
export function isUnknownPath(detail: string): boolean {
  return UNKNOWN_PATH.test(detail);
}
