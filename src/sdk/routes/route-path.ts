import { UserError } from '../../foundation/errors/wf-error.ts';

/** Path segments of RFC 3986 §3.3: unreserved, escaped, sub-delims, ":" and "@". */
const SEGMENT = /^(?:[A-Za-z0-9\-._~!$&'()*+,;=:@]|%[0-9A-Fa-f]{2})+$/;

/**
 * Checks the path of a route and removes its trailing slash.
 *
 * @throws {WF_WORKFLOW_INVALID} when the path is not a valid HTTP path
 * @source seed §4.6, RFC 3986 §3.3
 */
export function requireRoutePath(path: unknown): string {
  if (typeof path !== 'string' || !path.startsWith('/')) {
    throw invalid(path, 'it does not start with a slash', "Write a path like '/summarise'");
  }
  const trimmed = path.replace(/\/$/, '');
  for (const segment of trimmed.split('/').slice(1)) {
    if (segment === '') throw invalid(path, 'it has two slashes in a row', 'Remove one');
    if (/^(?:\.|%2e){1,2}$/i.test(segment)) throw invalid(path, `the segment "${segment}" is not allowed`, 'Remove it');
    if (!SEGMENT.test(segment)) throw invalid(path, reasonFor(segment), 'Use letters, digits, "-", "_" and "/"');
  }
  return trimmed === '' ? '/' : trimmed;
}

function reasonFor(segment: string): string {
  const invalidCharacter = Array.from(segment).find((character) => !SEGMENT.test(character)) ?? segment;
  return /\s/.test(invalidCharacter) ? 'it contains white space' : `it contains ${JSON.stringify(invalidCharacter)}`;
}

function invalid(path: unknown, problem: string, remedy: string): UserError {
  return new UserError({
    code: 'WF_WORKFLOW_INVALID',
    message: `Route ${JSON.stringify(path)}: this is not a valid HTTP path: ${problem}. ${remedy}.`,
  });
}
