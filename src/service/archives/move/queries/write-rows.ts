import { once } from 'node:events';
import { CompiledQuery } from 'kysely';
import type { Client } from 'pg';
import type { Store } from '../../../store/open-store.ts';
import { readPostgresLimits } from '../../../store/postgres-limits.ts';
import { addLines, type MovedTable, type RowPage, sumTable, type TableSum } from './read-rows.ts';
import { respellLine, type Value } from '../row-lines.ts';

/** A statement with its values, run in the transaction of a page. */
export interface Note {
  readonly text: string;
  readonly values: readonly (string | number)[];
}

/** Writes a page and its progress note in one transaction. */
export interface RowWriter extends AsyncDisposable {
  write(table: MovedTable, page: RowPage, note: Note): Promise<void>;
  sum(table: MovedTable): Promise<TableSum>;
}

/** Writes to PostgreSQL by COPY, several times as fast as INSERT. */
export async function createCopyWriter(url: string): Promise<RowWriter> {
  const { default: pg } = await import('pg');
  const { default: copyStreams } = await import('pg-copy-streams');
  const client = new pg.Client({ connectionString: readPostgresLimits(url).address, application_name: 'wf move' });
  client.on('error', () => undefined);
  await client.connect();
  await relaxDurability(client);
  const write = async ({ name, columns }: MovedTable, { lines }: RowPage, note: Note): Promise<void> => {
    await client.query('begin');
    const stream = client.query(copyStreams.from(`copy ${name} (${listColumns(columns)}) from stdin`));
    const finished = once(stream, 'finish');
    stream.end(lines.join(''));
    await finished;
    await client.query(note.text, [...note.values]);
    await client.query('commit');
  };
  const sum = async ({ name, columns, fractions }: MovedTable): Promise<TableSum> => {
    const stream = client.query(copyStreams.to(`copy ${name} (${listColumns(columns)}) to stdout`));
    let total: TableSum = { rows: 0, sum: 0 };
    let rest = '';
    for await (const chunk of stream.setEncoding('utf8') as AsyncIterable<string>) {
      const lines = (rest + chunk).split('\n');
      rest = lines.pop() ?? '';
      total = addLines(
        total,
        lines.map((line) => respellLine(line, fractions)),
      );
    }
    return total;
  };
  return { write, sum, [Symbol.asyncDispose]: () => client.end() };
}

/** Skips checks that the source already made; the copy is verified at the end. */
async function relaxDurability(client: Client): Promise<void> {
  // If the server crashes, it loses the last pages together with their notes, so the move continues before them.
  await client.query('set synchronous_commit = off');
  try {
    // Skips foreign keys and triggers. Only some users may set this.
    await client.query('set session_replication_role = replica');
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === NOT_PERMITTED)) throw error;
  }
}

/** insufficient_privilege */
const NOT_PERMITTED = '42501';

function listColumns(columns: readonly string[]): string {
  return columns.map((column) => `"${column}"`).join(', ');
}

/** SQLite takes at most 32,766 values a statement. */
const MAX_VALUES = 8000;

/** Writes to SQLite, many rows per statement. */
export function createInsertWriter({ db }: Store): RowWriter {
  const write = async ({ name, columns }: MovedTable, { rows }: RowPage, note: Note): Promise<void> => {
    await db.transaction().execute(async (transaction) => {
      const size = Math.max(1, Math.floor(MAX_VALUES / columns.length));
      for (let start = 0; start < rows.length; start += size) {
        const part = rows.slice(start, start + size);
        const values: Value[] = part.flatMap((row) => columns.map((column) => row[column] ?? null));
        const one = `(${columns.map(() => '?').join(', ')})`;
        const text = `insert into ${name} (${listColumns(columns)}) values ${part.map(() => one).join(', ')}`;
        await transaction.executeQuery(CompiledQuery.raw(text, values));
      }
      await transaction.executeQuery(CompiledQuery.raw(note.text.replaceAll(/\$\d+/g, '?'), [...note.values]));
    });
  };
  return { write, sum: (table) => sumTable(db, table), [Symbol.asyncDispose]: async () => undefined };
}
