import { once } from 'node:events';
import { CompiledQuery } from 'kysely';
import type { Store } from '../store/open-store.ts';
import { readPostgresLimits } from '../store/postgres-limits.ts';
import type { MovedTable } from './read-tables.ts';
import type { RowPage } from './read-rows.ts';
import type { Value } from './row-lines.ts';

/** A statement with its values, run in the transaction of a page. */
export interface Note {
  readonly text: string;
  readonly values: readonly (string | number)[];
}

/** Writes pages, each with a note of how far it came: both or neither. */
export interface RowWriter extends AsyncDisposable {
  write(table: MovedTable, page: RowPage, note: Note): Promise<void>;
}

/** Writes to PostgreSQL by COPY, which is several times as fast as inserting. */
export async function createCopyWriter(url: string): Promise<RowWriter> {
  const { default: pg } = await import('pg');
  const { default: copyStreams } = await import('pg-copy-streams');
  const client = new pg.Client({ connectionString: readPostgresLimits(url).address, application_name: 'wf move' });
  client.on('error', () => undefined);
  await client.connect();
  const write = async ({ name, columns }: MovedTable, { lines }: RowPage, note: Note): Promise<void> => {
    await client.query('begin');
    const stream = client.query(
      copyStreams.from(`copy ${name} (${columns.map((column) => `"${column}"`).join(', ')}) from stdin`),
    );
    const finished = once(stream, 'finish');
    stream.end(lines.join(''));
    await finished;
    await client.query(note.text, [...note.values]);
    await client.query('commit');
  };
  return { write, [Symbol.asyncDispose]: () => client.end() };
}

/** SQLite takes at most 32,766 values a statement. */
const MOST_VALUES = 8000;

/** Writes to SQLite by statements of many rows. */
export function createInsertWriter({ db }: Store): RowWriter {
  const write = async ({ name, columns }: MovedTable, { rows }: RowPage, note: Note): Promise<void> => {
    await db.transaction().execute(async (transaction) => {
      const size = Math.max(1, Math.floor(MOST_VALUES / columns.length));
      for (let start = 0; start < rows.length; start += size) {
        const part = rows.slice(start, start + size);
        const values: Value[] = part.flatMap((row) => columns.map((column) => row[column] ?? null));
        const one = `(${columns.map(() => '?').join(', ')})`;
        const listed = columns.map((column) => `"${column}"`).join(', ');
        const text = `insert into ${name} (${listed}) values ${part.map(() => one).join(', ')}`;
        await transaction.executeQuery(CompiledQuery.raw(text, values));
      }
      await transaction.executeQuery(CompiledQuery.raw(note.text.replaceAll(/\$\d+/g, '?'), [...note.values]));
    });
  };
  return { write, [Symbol.asyncDispose]: async () => undefined };
}
