import { type RawBuilder, sql } from 'kysely';
import { userError } from '../../foundation/errors/wf-error.ts';

// What one database stores or compares and the other does not: the service does the same on both.

export const NUL_REASON = 'A text contains the character U+0000.';

/**
 * Refuses what PostgreSQL does. JSON is stored as text in which the character is escaped, so cells, outputs, inputs and
 * parameters may have it.
 *
 * @param values - parameters of a statement
 * @throws {WF_INVALID_INPUT} when one of them is a text with U+0000
 */
export function requireStorable(values: readonly unknown[]): void {
  const isRefused = values.some((value) => typeof value === 'string' && value.includes('\0'));
  if (isRefused) throw userError('WF_INVALID_INPUT', NUL_REASON);
}

/** Replaces what cannot be stored in text that nobody wrote for us: U+0000, and halves of surrogate pairs. */
export function toStorable(text: string): string {
  return text.replaceAll('\0', '\uFFFD').toWellFormed();
}

/** An integer to compare a column with. PostgreSQL would refuse one beyond 32 bits, which merely equals nothing. */
export function ofAnySize(integer: number): RawBuilder<number> {
  return sql<number>`cast(${integer} as bigint)`;
}
