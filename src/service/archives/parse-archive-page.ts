import { ArchiveRow, type ArchiveTable } from '../../contract/archives/archive.ts';
import { UserError } from '../../errors/wf-error.ts';
import { ARCHIVED_TABLES } from './archived-tables.ts';

/**
 * Parses one page of an archive.
 *
 * @throws {WF_INVALID_INPUT} with the line that is not a row of the table
 */
export function parseArchivePage(text: string, table: ArchiveTable, page: number): ArchiveRow[] {
  const lines = text.split('\n');
  if (lines.at(-1) === '') lines.pop();
  const rows = lines.map((line, index) => parseRow(line, table, `tables/${table}, page ${page}, line ${index + 1}`));
  const [first] = rows;
  const columns = Object.keys(first ?? {}).join();
  const odd = rows.findIndex((row) => Object.keys(row).join() !== columns);
  if (odd !== -1)
    throw invalid(`tables/${table}, page ${page}, line ${odd + 1}: its columns differ from the first line's.`);
  return rows;
}

function parseRow(line: string, table: ArchiveTable, where: string): ArchiveRow {
  const parsed = ArchiveRow.safeParse(parseJson(line));
  if (!parsed.success) throw invalid(`${where}: this is not a row of an archive.`);
  const { json = [], omit = [], key } = ARCHIVED_TABLES[table];
  const row = parsed.data;
  const secret = omit.find((column) => Object.hasOwn(row, column));
  if (secret !== undefined) throw invalid(`${where}: an archive must not contain column ${secret}.`);
  const missing = key.find((column) => column !== undefined && row[column] == null);
  if (missing !== undefined) throw invalid(`${where}: column ${missing} is missing.`);
  const broken = json.find((column) => row[column] != null && parseJson(row[column]) === undefined);
  if (broken !== undefined) throw invalid(`${where}: ${broken} is not JSON.`);
  return row;
}

/** Returns `undefined` for text that is not JSON. */
function parseJson(text: unknown): unknown {
  try {
    return JSON.parse(String(text));
  } catch {
    return undefined;
  }
}

function invalid(message: string): UserError {
  return new UserError({ code: 'WF_INVALID_INPUT', message });
}
