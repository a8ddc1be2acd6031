/** Where somebody votes, and the code of the link that led there. */
export interface VoteAddress {
  readonly evaluationId: string;
  /** `null`: the browser was let in before. */
  readonly code: string | null;
}

/** Reads `#vote=EVALUATION.CODE`, which a link has, or `#/vote/EVALUATION`, which stays of it; `null` for any other. */
export function parseVoteAddress(hash: string): VoteAddress | null {
  const link = /^#vote=([\w-]+)\.([\w-]+)$/.exec(hash);
  if (link?.[1] !== undefined) return { evaluationId: link[1], code: link[2] ?? null };
  const place = /^#\/vote\/([\w-]+)$/.exec(hash);
  return place?.[1] === undefined ? null : { evaluationId: place[1], code: null };
}

/** Writes the link that lets a voter in. */
export function toVoteLink(origin: string, evaluationId: string, code: string): string {
  return `${origin}/#vote=${evaluationId}.${code}`;
}

/** Takes the code out of the address, so that it stays in no history and no bookmark. */
export function hideCode({ evaluationId }: VoteAddress): void {
  history.replaceState(null, '', `${location.pathname}#/vote/${evaluationId}`);
}
