import { sql } from 'kysely';
import { UserError } from '../../../../foundation/errors/wf-error.ts';
import type { Db } from '../../../store/schema.ts';
import type { Note } from './write-rows.ts';
import type { MovedTable, TableSum } from './read-rows.ts';
import type { Value } from '../row-lines.ts';
import { MOVES_TABLE } from '../../../store/migrate.ts';

export interface TableProgress extends TableSum {
  readonly lastKey: readonly Value[];
}

/** Progress by table; stored in the target until all rows have been copied. */
export type MoveProgress = ReadonlyMap<string, TableProgress>;

/** Starts to fill an empty database, or continues. @throws {WF_CONFLICT} when it contains something else */
export async function beginMove(target: Db, tables: readonly MovedTable[], source: string): Promise<MoveProgress> {
  await sql`create table if not exists ${sql.table(MOVES_TABLE)} (
    table_name varchar(100) primary key, source varchar(100) not null, last_key text not null, row_count integer not null,
    checksum double precision not null)`.execute(target);
  const { rows } = await sql<Stored>`select * from ${sql.table(MOVES_TABLE)}`.execute(target);
  if (rows.some((row) => row.source !== source)) throw notEmpty('an unfinished move of another database');
  if (rows.length === 0) await requireEmpty(target, tables);
  // Every new database has a project; the source's replaces it.
  if (rows.length === 0) await sql`delete from projects`.execute(target);
  const parse = ({ last_key, row_count, checksum }: Stored): TableProgress => ({
    rows: row_count,
    sum: checksum,
    // Only this program writes these notes.
    lastKey: JSON.parse(last_key) as Value[],
  });
  return new Map(rows.map((row) => [row.table_name, parse(row)]));
}

interface Stored {
  readonly table_name: string;
  readonly source: string;
  readonly last_key: string;
  readonly row_count: number;
  readonly checksum: number;
}

export function noteProgress(name: string, source: string, { rows, sum, lastKey }: TableProgress): Note {
  return {
    text: `insert into ${MOVES_TABLE} (table_name, source, last_key, row_count, checksum) values ($1, $2, $3, $4, $5)
      on conflict (table_name) do update set last_key = excluded.last_key, row_count = excluded.row_count,
      checksum = excluded.checksum`,
    values: [name, source, JSON.stringify(lastKey), rows, sum],
  };
}

/** Deletes the notes: from now on the target is a database like any other. */
export async function endMove(target: Db): Promise<void> {
  await sql`drop table ${sql.table(MOVES_TABLE)}`.execute(target);
}

async function requireEmpty(target: Db, tables: readonly MovedTable[]): Promise<void> {
  for (const { name } of tables) {
    const { rows } = await sql`select 1 from ${sql.table(name)} limit 2`.execute(target);
    if (rows.length > (name === 'projects' ? 1 : 0)) throw notEmpty(`rows in ${name}`);
  }
}

function notEmpty(what: string): UserError {
  return new UserError({
    code: 'WF_CONFLICT',
    message: `The target is not empty: it contains ${what}. Nothing was changed.`,
    nextSteps: ['Name an empty database: createdb wf2 makes one'],
  });
}
