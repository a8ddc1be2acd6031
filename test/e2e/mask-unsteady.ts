import { dirname } from 'node:path';

/**
 * Rewrites what a still clock and repeated bytes leave unsteady: folders, free ports, hashes and sizes of what was built,
 * and what the machine is like. Hashes keep their width, so that columns stay where they are.
 */
export function maskUnsteady(lines: readonly string[], root: string): string[] {
  const masked = withoutMachine(lines).map((line) =>
    line
      .replaceAll(root, '<root>')
      .replaceAll(dirname(root), '<home>')
      .replaceAll(/(127\.0\.0\.1|localhost):\d+/g, '$1:<port>')
      .replaceAll(REQUEST_ID, (id) => id.replaceAll(/\w/g, '#'))
      .replaceAll(HASH, (hash) => hash.replaceAll(/\w/g, '#'))
      .replaceAll(/\d[\d.,]*(?= (?:KB|MB|by))/g, '<size>')
      .replaceAll(/Node \d+[\d.]*/g, 'Node <version>')
      .replace(/^(disk|port) .*$/, '$1 <as on this machine>')
      .trimEnd(),
  );
  return inOrder(masked);
}

/** What a check found on this machine, with the lines below that it goes on in. */
function withoutMachine(lines: readonly string[]): string[] {
  let isOnMachine = false;
  return lines.flatMap((line) => {
    if (isOnMachine && /^ {12}\S/.test(line)) return [];
    const check = /^\S (disk|port|project) /.exec(line)?.[1];
    isOnMachine = check !== undefined;
    return [check === undefined ? line : `? ${check} <as on this machine>`];
  });
}

/** Variants that are evaluated at once end in any order. */
function inOrder(lines: readonly string[]): string[] {
  const ordered: string[] = [];
  for (const line of lines) {
    let at = ordered.length;
    while (ENDED.test(line) && ENDED.test(ordered[at - 1] ?? '') && (ordered[at - 1] ?? '') > line) at -= 1;
    ordered.splice(at, 0, line);
  }
  return ordered;
}

const ENDED = /^(?:! )?\S+: \S+ finished$/;

/** Ids of requests, unlike those of records: which of several at once takes the next random bytes is left to chance. */
const REQUEST_ID = /\b[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}\b/g;

/** Whole, broken in two, or only its beginning, which may be cut off. Ids of records begin otherwise. */
const HASH =
  /(?<![-\w#.])(?:[0-9a-f]{12,64}|(?!019b)(?:[0-9a-f]{8}|(?=[0-9a-f]*\d)(?=[0-9a-f]*[a-f])[0-9a-f]{3,11}(?=…)))(?![-\w])/g;
