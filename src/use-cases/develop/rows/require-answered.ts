import { countOf } from '../../../foundation/count-of.ts';
import { UserError } from '../../../foundation/errors/wf-error.ts';
import { sumOf } from '../../../foundation/numbers.ts';
import type { Trial } from './trial.ts';

/** @throws {WF_ROUTE_FAILED} with the first failure, when a call of a trial failed */
export function requireAnswered({ rows }: Trial): void {
  const failures = rows.flatMap(({ row, answers }) =>
    answers.flatMap(({ error }) => (error === null ? [] : { row, ...error })),
  );
  const [first] = failures;
  if (first === undefined) return;
  const calls = sumOf(rows, ({ answers }) => answers.length);
  throw new UserError({
    code: 'WF_ROUTE_FAILED',
    message: `${failures.length} of ${countOf(calls, 'answer')} failed. Row ${first.row}: ${first.message}`,
  });
}
