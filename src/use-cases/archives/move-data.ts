import type { MovedData } from '../../contract/archives/archive-results.ts';
import { resolve } from 'node:path';
import { requireFolderAbove } from '../../project/make-own-folder.ts';
import { requireDatabaseFile } from '../../project/require-safe-data-folder.ts';
import { usageError, userError, type UserError } from '../../foundation/errors/wf-error.ts';
import { sumOf } from '../../foundation/numbers.ts';
import { moveStore } from '../../service/archives/move/move-store.ts';
import { createCopyWriter, createInsertWriter } from '../../service/archives/move/queries/write-rows.ts';
import { type DatabaseLocation, locateDatabase } from '../files/locate-database.ts';
import { openSource } from '../../service/store/open-source.ts';
import { openStore, type OpenStoreOptions } from '../../service/store/open-store.ts';

/** Progress: rows of a table copied so far. */
export interface MoveEvent {
  readonly type: 'rows-moved';
  readonly table: string;
  readonly rows: number;
}

export interface MoveDataOptions extends DatabaseLocation {
  /** `postgres://…`, or `sqlite:FILE`. */
  readonly to: string;
  /** Folder that relative paths are resolved from. */
  readonly folder: string;
  readonly onEvent: (event: MoveEvent) => void;
  readonly signal: AbortSignal;
}

/**
 * Copies a service's data to another database and verifies the copy by checksums.
 *
 * @throws {WF_USAGE} when the target is neither kind of address
 * @throws {WF_INVALID_INPUT} when the target is of the same kind as the source
 * @throws {WF_NO_FILE} when there is no embedded database
 * @throws {WF_CONFLICT} when the target is not empty
 */
export async function moveData(options: MoveDataOptions): Promise<MovedData> {
  const startedAt = performance.now();
  const from = locateDatabase(options, 'wf move --data-dir DIR --to postgres://…', ': nothing to move');
  const to = parseTarget(options);
  if ('url' in from === 'url' in to) throw sameKind(options.to);
  if ('file' in to) {
    requireFolderAbove(to.file);
    requireDatabaseFile(to.file);
  }
  await using source = await openSource(from);
  await using target = await openStore(to, { isMoving: true, schema: source.schema });
  await using writer = 'url' in to ? await createCopyWriter(to.url) : createInsertWriter(target);
  const onRows = (table: string, rows: number) => options.onEvent({ type: 'rows-moved', table, rows });
  try {
    const tables = await moveStore({ source, target, writer, onRows, signal: options.signal });
    const rows = sumOf(tables, (table) => table.rows);
    const seconds = Math.round(performance.now() - startedAt) / 1000;
    return { to: 'file' in to ? to.file : withoutPassword(to.url), rows, seconds, tables };
  } catch (error) {
    throw target.explain(error);
  }
}

function parseTarget({ to, folder }: MoveDataOptions): OpenStoreOptions {
  if (/^postgres(ql)?:\/\//.test(to)) return { url: to };
  const file = /^sqlite:(?:\/\/)?(.+)$/.exec(to)?.[1];
  if (file !== undefined) return { file: resolve(folder, file) };
  throw usageError('--to takes postgres://user:password@host/database, or sqlite:FILE.', [
    'wf move --to postgres://wf@localhost/wf',
    'wf move --database-url postgres://wf@db/wf --to sqlite:wf.db',
  ]);
}

function sameKind(to: string): UserError {
  const isPostgres = to.startsWith('postgres');
  return userError(
    'WF_INVALID_INPUT',
    'Source and target are the same kind of database: wf moves between SQLite and PostgreSQL.',
    [isPostgres ? 'pg_dump SOURCE | psql TARGET' : 'sqlite3 .wf/wf.db ".backup COPY"'],
  );
}

function withoutPassword(address: string): string {
  const { host, pathname } = new URL(address);
  return `postgres://${host}${pathname}`;
}
