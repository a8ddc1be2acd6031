import { dirname } from 'node:path';

/**
 * Masks what still varies under a fixed clock and fixed random bytes: folders, ports, hashes and sizes of builds, times
 * that a bundle's process measures, and facts about the machine. Ids and hashes keep their width, so that columns stay
 * aligned.
 */
export function maskUnsteady(lines: readonly string[], root: string): string[] {
  // A table with a path is as wide as the path: there, columns are only separated.
  const isPathWide = lines.some((line) => line.includes(root));
  const masked = withoutMachine(lines).map((line) =>
    (isPathWide ? line.replaceAll(/(?<=[^\s!+]) {2,}/g, '  ') : line)
      .replaceAll(root, '<root>')
      .replaceAll(dirname(root), '<home>')
      .replaceAll(/(127\.0\.0\.1|localhost):\d+/g, '$1:<port>')
      .replaceAll(RECORD_ID, (id) => `${id.slice(0, 8)}${id.slice(8).replaceAll(/\w/g, '#')}`)
      .replaceAll(/(#vote=[^."]+\.)[\w-]+/g, '$1<secret>')
      .replaceAll(OTHER_ID, (id) => id.replaceAll(/\w/g, '#'))
      .replaceAll(OTHER_TIME, '<time>')
      .replaceAll(HASH, (hash) => hash.replaceAll(/\w/g, '#'))
      .replaceAll(RANDOM, (text) => '#'.repeat(text.length))
      .replaceAll(/\d[\d.,]*(?= (?:KB|MB|by))|(?<="(?:gzip_)?size": ?)\d+/g, '<size>')
      .replaceAll(/Node \d+[\d.]*/g, 'Node <version>')
      .replace(/^(disk|port|sandbox) .*$/, '$1 <as on this machine>')
      .trimEnd(),
  );
  return inOrder(masked);
}

/** A finding about this machine, with its continuation lines. */
function withoutMachine(lines: readonly string[]): string[] {
  let isOnMachine = false;
  return lines.flatMap((line) => {
    if (isOnMachine && /^ {12}\S/.test(line)) return [];
    const check = /^\S (disk|port|project|sandbox) /.exec(line)?.[1];
    isOnMachine = check !== undefined;
    return [check === undefined ? line : `? ${check} <as on this machine>`];
  });
}

/** Variants evaluated concurrently finish in any order. */
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

/** The beginning of a record's id tells its time, which is fixed; the rest is random. */
const RECORD_ID = /\b019b[0-9a-f]{4}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}\b/g;

/** Ids of requests and of a bundle's process, whose random bytes are not fixed. */
const OTHER_ID = /\b(?!019b)[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/g;

/** Times of a bundle's process, whose clock is the machine's. */
const OTHER_TIME = /\b(?!2026-01-0)\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d+Z/g;

/** A keyed hash of variables, and the random part of the name of calls at the same time. */
const RANDOM = /(?<="variables": ?")[\w-]{43}(?=")|(?<="call_group": ?")[\w-]{8}(?=-\d)/g;

/** Whole, wrapped, or only a prefix, which may be truncated. Record ids begin differently. */
const HASH =
  /(?<![-\w#.])(?:[0-9a-f]{12,64}|(?!019b)(?:[0-9a-f]{8}|(?=[0-9a-f]*\d)(?=[0-9a-f]*[a-f])[0-9a-f]{3,11}(?=…)))(?![-\w])/g;
