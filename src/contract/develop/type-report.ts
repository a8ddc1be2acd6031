import * as z from 'zod';
import { countOf } from '../../foundation/numbers.ts';

/** A type error, as TypeScript reports it; line and column are 1-based. */
export const TypeIssue = z.strictObject({
  /** Relative to the project, with forward slashes. */
  file: z.string(),
  line: z.int(),
  column: z.int(),
  /** As in `TS2322`. */
  code: z.string(),
  message: z.string(),
});

export type TypeIssue = z.output<typeof TypeIssue>;

/** The result of checking a project's types. */
export const TypeReport = z.strictObject({
  count: z.int(),
  /** The first hundred. */
  errors: z.array(TypeIssue).readonly(),
  /** Why the types could not be checked; `null`: they were. */
  problem: z.string().nullable(),
});

export type TypeReport = z.output<typeof TypeReport>;

/** More would scroll off the screen what a user looks for. */
const SHOWN = 10;

/** Describes a report, with a line for each of the first errors; `null`: there is nothing to say. */
export function describeTypeReport({ count, errors, problem }: TypeReport): string | null {
  if (problem !== null) return `Types were not checked. ${problem}`;
  if (count === 0) return null;
  const lines = errors.slice(0, SHOWN).map((issue) => `  ${formatTypeIssue(issue)}`);
  const more = count > lines.length ? [`  and ${count - lines.length} more: npx tsc --noEmit`] : [];
  return [`TypeScript found ${countOf(count, 'error')}:`, ...lines, ...more].join('\n');
}

/** @example src/workflow.ts:3:7 TS2322 Type 'string' is not assignable to type 'number'. */
export function formatTypeIssue({ file, line, column, code, message }: TypeIssue): string {
  return `${file}:${line}:${column} ${code} ${message}`;
}
