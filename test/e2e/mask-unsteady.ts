import { dirname } from 'node:path';

/**
 * Rewrites what a still clock and repeated bytes leave unsteady: folders, free ports, hashes and sizes of what was built,
 * and what the machine is like. Hashes and sizes keep their width, so that columns stay where they are.
 */
export function maskUnsteady(lines: readonly string[], root: string): string[] {
  return lines.map((line) =>
    line
      .replaceAll(root, '<root>')
      .replaceAll(dirname(root), '<home>')
      .replaceAll(/(127\.0\.0\.1|localhost):\d+/g, '$1:<port>')
      .replaceAll(HASH, (hash) => hash.replaceAll(/\w/g, '#'))
      .replaceAll(/\d[\d.,]*(?= (?:KB|MB|by))/g, (size) => size.replaceAll(/\d/g, '0'))
      .replaceAll(/Node \d+[\d.]*/g, 'Node <version>')
      .replace(/^(disk|port) .*$/, '$1 <as on this machine>')
      .trimEnd(),
  );
}

/** Whole, the half of one that was broken in two, the beginnings that name a bundle, and such a beginning cut off. Ids begin otherwise. */
const HASH =
  /(?<![-\w#.])(?:[0-9a-f]{64}|[0-9a-f]{32}|[0-9a-f]{12}|(?!019b)(?=[0-9a-f]*\d)(?=[0-9a-f]*[a-f])(?:[0-9a-f]{8}|[0-9a-f]{3,11}(?=…)))(?![-\w])/g;
