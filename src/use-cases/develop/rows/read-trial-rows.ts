import type { Client } from '../../../client/create-client.ts';
import { parseRows } from '../../../contract/testsets/parse-rows.ts';
import type { TestsetRow } from '../../../contract/testsets/testset.ts';
import { UserError } from '../../../foundation/errors/wf-error.ts';
import { countOf } from '../../../foundation/count-of.ts';
import { nameOfSource, type TextSource } from '../../files/read-text-source.ts';
import { openTestsetFile } from '../../testsets/open-testset-file.ts';
import { resolveTestsetRevision } from '../../testsets/resolve-testset.ts';
import { walkRows } from '../../../client/public/testset-revision.ts';

export interface ReadTrialRowsOptions extends TextSource {
  /** Opens the service, for a stored test set. */
  readonly openClient: () => Promise<{ readonly client: Client; readonly appId: string | null }>;
  /** The choice of rows: `1-30, 45`; `null`: all. */
  readonly choice: string | null;
}

/** A row of a test set with its number, from 1. */
export interface ChosenRow {
  readonly row: number;
  readonly cells: TestsetRow;
}

/**
 * Reads the chosen rows of a file, which is not stored, or of a stored test set.
 *
 * @throws {WF_USAGE} for a choice that is none, or of rows that the test set does not have
 */
export async function readTrialRows(options: ReadTrialRowsOptions): Promise<ChosenRow[]> {
  const { source, choice } = options;
  const rows = await readAll(options);
  if (choice === null) return rows;
  const chosen = parseRows(choice, rows.length);
  if (chosen === null || chosen.length === 0) throw invalid(choice, source, rows.length);
  return chosen.flatMap((index) => rows[index] ?? []);
}

async function readAll(options: ReadTrialRowsOptions): Promise<ChosenRow[]> {
  const file = await openTestsetFile(options);
  const rows: ChosenRow[] = [];
  const add = (cells: TestsetRow): void => void rows.push({ row: rows.length + 1, cells });
  if (file !== null) {
    for await (const page of file.pages()) page.forEach(add);
    return rows;
  }
  const { client, appId } = await options.openClient();
  for await (const cells of walkRows(client, await resolveTestsetRevision(client, options.source, appId))()) add(cells);
  return rows;
}

function invalid(choice: string, source: string, count: number): UserError {
  return new UserError({
    code: 'WF_USAGE',
    message: `--rows cannot be ${JSON.stringify(choice)}: write rows as 1-30,45 or 60-. ${nameOfSource(source)} has ${countOf(count, 'row')}.`,
  });
}
