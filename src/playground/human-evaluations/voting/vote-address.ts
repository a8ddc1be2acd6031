export interface VoteAddress {
  readonly evaluationId: string;
  /** `null` when the browser has joined before. */
  readonly code: string | null;
}

/** Parses `#vote=EVALUATION.CODE` of a link, or `#/vote/EVALUATION` without its code; `null` for anything else. */
export function parseVoteAddress(hash: string): VoteAddress | null {
  const link = /^#vote=([\w-]+)\.([\w-]+)$/.exec(hash);
  if (link?.[1] !== undefined) return { evaluationId: link[1], code: link[2] ?? null };
  const match = /^#\/vote\/([\w-]+)$/.exec(hash);
  return match?.[1] === undefined ? null : { evaluationId: match[1], code: null };
}

export function toVoteLink(origin: string, evaluationId: string, code: string): string {
  return `${origin}/#vote=${evaluationId}.${code}`;
}

/** Removes the code from the URL, so that history and bookmarks do not keep it. */
export function hideCode({ evaluationId }: VoteAddress): void {
  history.replaceState(null, '', `${location.pathname}#/vote/${evaluationId}`);
}
