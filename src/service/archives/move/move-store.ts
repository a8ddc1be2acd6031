import { addLines, lockSource, type MovedTable, readRows, readTables, sumTable } from './queries/read-rows.ts';
import { readProjectId } from '../../apps/queries.ts';
import { UserError } from '../../../foundation/errors/wf-error.ts';
import type { Store } from '../../store/open-store.ts';
import type { Db } from '../../store/schema.ts';
import { beginMove, endMove, type MoveProgress, noteProgress, type TableProgress } from './queries/move-progress.ts';
import { showChecksum } from './row-lines.ts';
import type { RowWriter } from './queries/write-rows.ts';

export interface MoveStoreOptions {
  readonly source: Pick<Store, 'dialect' | 'db'>;
  readonly target: Store;
  readonly writer: RowWriter;
  /** Whether others may write to the source, on PostgreSQL. @defaultValue false */
  readonly isInUse?: boolean;
  readonly onRows?: (table: string, rows: number) => void;
  readonly signal?: AbortSignal;
  /** Changes the copy in the transaction that completes it: until then, nothing opens the target. */
  readonly complete?: (target: Db) => Promise<void>;
}

export interface MovedRows {
  readonly table: string;
  readonly rows: number;
  /** The same in source and target. */
  readonly checksum: string;
}

/**
 * Copies a whole database to an empty one and verifies the copy. The source is only read, also its schema, and locked
 * against writes meanwhile. After an interruption, a new start continues where the move stopped.
 *
 * @throws {WF_CONFLICT} when the target is not empty
 * @throws {WF_FAILED} when the copy differs from the source
 */
export async function moveStore(options: MoveStoreOptions): Promise<MovedRows[]> {
  const { source, target, writer, isInUse = false, onRows, signal, complete } = options;
  const tables = await readTables(source.dialect === 'sqlite' ? source.db : target.db);
  const locked = await lockSource(source, tables, isInUse);
  try {
    const id = await readProjectId(locked);
    // In one transaction: a refusal leaves no notes, which would keep a service from opening the target.
    const progress = await target.transaction((db) => beginMove(db, tables, id));
    const moved: MovedRows[] = [];
    for (const table of tables) {
      const sent = await sendTable(locked, table, progress, async (page, at) => {
        signal?.throwIfAborted();
        await writer.write(table, page, noteProgress(table.name, id, at));
        onRows?.(table.name, at.rows);
      });
      moved.push(await verifyTable(locked, writer, table, sent, progress.has(table.name)));
    }
    await target.transaction(async (db) => {
      await complete?.(db);
      await endMove(db);
    });
    return moved;
  } finally {
    await locked.rollback().execute();
  }
}

type WritePage = (page: Parameters<RowWriter['write']>[1], at: TableProgress) => Promise<void>;

async function sendTable(source: Db, table: MovedTable, progress: MoveProgress, write: WritePage) {
  let at = progress.get(table.name) ?? { rows: 0, sum: 0, lastKey: [] };
  let writing = Promise.resolve();
  for await (const page of readRows(source, table, at.lastKey.length === 0 ? null : at.lastKey)) {
    at = { ...addLines(at, page.lines), lastKey: page.lastKey };
    await writing;
    // Reads the next page while the target stores this one.
    writing = write(page, at);
    writing.catch(() => undefined);
  }
  await writing;
  return at;
}

/** After an interruption the whole table is read again: what was sent earlier may have changed in the source. */
async function verifyTable(
  source: Db,
  writer: RowWriter,
  table: MovedTable,
  sent: TableProgress,
  isResumed: boolean,
): Promise<MovedRows> {
  const there = await writer.sum(table);
  const here = isResumed ? await sumTable(source, table) : sent;
  if (there.rows === here.rows && there.sum === here.sum)
    return { table: table.name, rows: there.rows, checksum: showChecksum(there.sum) };
  throw new UserError({
    code: 'WF_FAILED',
    message: `${table.name} has ${here.rows} rows (${showChecksum(here.sum)}) here and ${there.rows} (${showChecksum(there.sum)}) in the target.`,
    nextSteps: [
      'The source changed since an earlier attempt, or somebody wrote to the target: start again with an empty target',
    ],
  });
}
