import type { RouteSchema } from '../../contract/deployments/route-schema.ts';
import type { TestsetRow } from '../../contract/testsets/testset.ts';
import { closestNames } from '../../foundation/closest-names.ts';
import { UserError } from '../../foundation/errors/wf-error.ts';
import { requiredInputs } from '../../contract/evaluations/case-inputs.ts';

export interface InputColumnsOptions {
  /** The test set's name as typed. */
  readonly testset: string;
  readonly rows: readonly TestsetRow[];
  /** Index of the first of these rows in the test set. */
  readonly start: number;
  readonly route: RouteSchema;
}

/**
 * Checks that every row has the route's required inputs, before anything is stored.
 *
 * @throws {WF_TESTSET_INVALID} with the missing input, the row and its columns
 */
export function requireInputColumns({ testset, rows, start, route }: InputColumnsOptions): void {
  for (const input of requiredInputs(route)) {
    const index = rows.findIndex((row) => !Object.hasOwn(row, input));
    if (index === -1) continue;
    const columns = Object.keys(rows[index] ?? {});
    const near = closestNames(input, columns)[0];
    throw new UserError({
      code: 'WF_TESTSET_INVALID',
      message: `Route ${route.path} needs the input ${JSON.stringify(input)}, which row ${start + index + 1} of ${testset} does not have. It has: ${columns.join(', ')}.`,
      nextSteps: near === undefined ? ['wf routes'] : [`Rename the column ${near} to ${input}`],
      details: { input, row: start + index + 1, columns },
    });
  }
}
