import type { Incoming } from '../../http/exchange.ts';
import { PreconditionError, UserError } from '../../foundation/errors/wf-error.ts';

/**
 * Reads the entity tags that the caller accepts as the current state.
 *
 * @returns the entity tags; `null` when any state will do
 * @throws {WF_INVALID_INPUT} when the header is not a list of entity tags
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

export function toEntityTag(revision: number): string {
  return `"${revision}"`;
}

/**
 * Checks that the record is still in a state that the caller has seen.
 *
 * @param name - the record, as in `Variant "formal"`
 * @throws {WF_CONFLICT} when it has another revision now
 */
export function requireMatch(tags: readonly string[] | null, name: string, revision: number): void {
  // Weak tags (W/) never match: they do not promise identity.
  if (tags === null || tags.includes(toEntityTag(revision))) return;
  throw new PreconditionError({
    message: `${name} is now at revision ${revision}: somebody else changed it first.`,
  });
}
