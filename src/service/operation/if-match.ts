import type { Incoming } from '../../http/incoming.ts';
import { PreconditionError } from '../../errors/precondition-error.ts';
import { UserError } from '../../errors/wf-error.ts';

/**
 * Reads which states of a record the caller will change.
 *
 * @returns the entity tags; `null` when any state will do
 * @throws {WF_INVALID_INPUT} when the header is no list of entity tags
 * @source RFC 9110 §13.1.1
 */
export function readIfMatch({ headers }: Pick<Incoming, 'headers'>): readonly string[] | null {
  const header = headers.get('if-match')?.trim();
  if (header === undefined || header === '*') return null;
  const tags = header.split(',').map((tag) => tag.trim());
  if (tags.every((tag) => /^(?:W\/)?"[^"]*"$/.test(tag))) return tags;
  const msg = 'Input should be entity tags in quotes, as in "3"';
  const details = [{ loc: ['header', 'if-match'], msg, type: 'entity_tag' }];
  throw new UserError({ code: 'WF_INVALID_INPUT', message: `${msg}.`, details });
}

/** Writes the entity tag of a record's revision. */
export function toEntityTag(revision: number): string {
  return `"${revision}"`;
}

/**
 * Goes on only when the record is as the caller has seen it.
 *
 * @param name - what is changed, as in `Variant "formal"`
 * @throws {WF_CONFLICT} when it is at another revision by now
 */
export function requireMatch(tags: readonly string[] | null, name: string, revision: number): void {
  // Tags that begin with W/ never match: they promise less than sameness.
  if (tags === null || tags.includes(toEntityTag(revision))) return;
  throw new PreconditionError({
    message: `${name} is at revision ${revision} by now: somebody else changed it first.`,
  });
}
