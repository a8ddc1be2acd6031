import { setImmediate } from 'node:timers/promises';
import type { TestsetRow } from '../../contract/testsets/testset.ts';
import { UserError } from '../../foundation/errors/wf-error.ts';

/** A table with more columns is not one: perhaps its rows and columns were exchanged. */
const MAX_COLUMNS = 20_000;
/** Cells between two turns of the event loop. */
const BATCH = 10_000;

/**
 * Collects the columns of all rows, in order of appearance.
 *
 * @param known - columns of earlier rows
 * @throws {WF_INVALID_INPUT} for too many columns
 */
export async function collectColumns(rows: readonly TestsetRow[], known: readonly string[] = []): Promise<string[]> {
  const columns = new Set(known);
  let cells = 0;
  for (const row of rows) {
    const names = Object.keys(row);
    for (const name of names) columns.add(name);
    if (columns.size > MAX_COLUMNS) throw tooMany();
    cells += names.length;
    if (cells < BATCH) continue;
    cells = 0;
    await setImmediate();
  }
  return [...columns];
}

function tooMany(): UserError {
  const most = MAX_COLUMNS.toLocaleString('en-US');
  return new UserError({ code: 'WF_INVALID_INPUT', message: `A test set can have at most ${most} columns.` });
}
