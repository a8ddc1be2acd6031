import {
  adoptTestsets,
  cancelUnfinished,
  countTestsetParts,
  type ArchiveScope,
  countArchiveRows,
  findArchiveRows,
  insertArchiveRows,
} from './queries/archive-rows.ts';
import {
  ARCHIVE_TABLES,
  type ArchiveManifest,
  type ArchivePage,
  type ArchiveRow,
  type ArchiveTable,
  type ImportedApp,
} from '../../contract/archives/archive.ts';
import { UserError } from '../../foundation/errors/wf-error.ts';
import { unsetDefaults } from '../store/migrations/0009-set-parameters/set-parameters.ts';
import type { Db } from '../store/schema.ts';
import { ARCHIVED_TABLES } from './archived-tables.ts';
import { readArchiveRows } from './read-archive-rows.ts';

/** Reads one uploaded page; the whole archive is never in memory at once. */
export type ReadPage = (page: ArchivePage) => AsyncIterable<Uint8Array>;

/**
 * Stores an archive's rows with their ids. Run it in a transaction: it may fail halfway.
 *
 * @throws {WF_CONFLICT} when one of its records already exists here
 * @throws {WF_INVALID_INPUT} when its rows are inconsistent
 */
export async function storeArchive(
  db: Db,
  { app, pages }: ArchiveManifest,
  projectId: string,
  readPage: ReadPage,
): Promise<ImportedApp> {
  const scope = { appId: app.id, projectId, withShared: true };
  const testsets: Testsets = new Map();
  const rows: Record<string, number> = {};
  for (const table of ARCHIVE_TABLES) {
    const own = pages.filter((page) => page.table === table).toSorted((a, b) => a.page - b.page);
    let stored = 0;
    for (const page of own) {
      for await (const batch of readArchiveRows({ table, page: page.page, bytes: readPage(page) })) {
        stored += await storeBatch(db, table, batch, scope, testsets);
      }
    }
    rows[table] = stored;
  }
  await requireOwnRows(db, rows, scope);
  // An archive of an older wf stores defaults as if somebody had set them.
  await unsetDefaults(db);
  const kept = [...testsets].filter(([, { isKept }]) => isKept);
  for (const [id, part] of kept) await requireWhole(db, id, part);
  const testsets_kept = kept.filter(([, { table }]) => table === 'testsets').length;
  const orphaned = [...testsets].flatMap(([id, { isKept, isOfApp }]) => (isKept && isOfApp ? [id] : []));
  await adoptTestsets(db, orphaned, app.id);
  // Otherwise unfinished evaluations would resume here, and cost money that nobody meant to spend.
  const evaluations_cancelled = await cancelUnfinished(db, app.id);
  return { app_id: app.id, app_name: app.name, rows, testsets_kept, evaluations_cancelled };
}

/** A test set or a revision: whether it exists here already, and how many revisions or rows were read. */
interface TestsetPart {
  readonly table: 'testsets' | 'testset_revisions';
  readonly isKept: boolean;
  readonly isOfApp: boolean;
  seen: number;
}

type Testsets = Map<string, TestsetPart>;

async function storeBatch(
  db: Db,
  table: ArchiveTable,
  rows: readonly ArchiveRow[],
  scope: ArchiveScope,
  testsets: Testsets,
): Promise<number> {
  const fresh = await dropExisting(db, table, rows, testsets);
  if (fresh.length === 0) return 0;
  const { scope: own } = ARCHIVED_TABLES[table];
  const isProjects = ARCHIVED_TABLES[table].omit?.includes('project_id') === true || own.kind === 'project';
  const complete = fresh.map((row) => (isProjects ? { ...row, project_id: scope.projectId } : row));
  try {
    await insertArchiveRows(db, table, complete);
  } catch (error) {
    throw explainInsert(error, table);
  }
  return fresh.length;
}

/** Drops the rows of test sets that already exist here, which belong to the project; they must be identical. */
async function dropExisting(db: Db, table: ArchiveTable, rows: readonly ArchiveRow[], testsets: Testsets) {
  const [column, second] = ARCHIVED_TABLES[table].key;
  const there = second === undefined ? await findArchiveRows(db, table, keysOf(rows, column)) : [];
  if (table === 'testset_revisions') for (const row of rows) noteRow(testsets, String(row['testset_id']));
  if (table === 'testsets' || table === 'testset_revisions') {
    const known = new Set(there.map(({ id }) => String(id)));
    for (const { id, app_id } of rows)
      testsets.set(String(id), { table, isKept: known.has(String(id)), isOfApp: app_id != null, seen: 0 });
    if (table === 'testset_revisions') requireKeptTogether(testsets, rows);
  } else if (table === 'testset_labels') {
    // A test set that is here keeps its own labels: they may have changed since the export.
    return rows.filter(({ record_id: id }) => !requirePart(testsets, String(id)).isKept);
  } else if (table === 'testset_revision_rows') {
    for (const row of rows) noteRow(testsets, String(row['revision_id']));
  } else {
    if (there[0] !== undefined) throw conflict(table, String(there[0][column]));
    return rows;
  }
  const isKept = (row: ArchiveRow) => testsets.get(String(row[column]))?.isKept === true;
  await requireSame(db, table, rows.filter(isKept));
  return rows.filter((row) => !isKept(row));
}

function noteRow(testsets: Testsets, id: string): void {
  requirePart(testsets, id).seen += 1;
}

function requirePart(testsets: Testsets, id: string): TestsetPart {
  const part = testsets.get(id);
  if (part === undefined) throw invalid('Rows belong to a test set that the archive does not contain.');
  return part;
}

/** All revisions of a test set already exist here, or none. */
function requireKeptTogether(testsets: Testsets, revisions: readonly ArchiveRow[]): void {
  for (const { id, testset_id } of revisions) {
    const isKept = testsets.get(String(testset_id))?.isKept;
    if (testsets.get(String(id))?.isKept !== isKept) throw conflict('testsets', String(testset_id));
  }
}

async function requireWhole(db: Db, id: string, { table, seen }: TestsetPart): Promise<void> {
  const stored = await countTestsetParts(db, table, id);
  if (stored !== seen) throw conflict('testsets', id);
}

async function requireSame(db: Db, table: ArchiveTable, rows: readonly ArchiveRow[]): Promise<void> {
  const [column, second] = ARCHIVED_TABLES[table].key;
  const there = await findArchiveRows(db, table, keysOf(rows, column), positionsOf(rows, second));
  const nameOf = (row: ArchiveRow) => `${row[column]}/${row['position'] ?? ''}`;
  const stored = new Map(there.map((row) => [nameOf(row), row]));
  for (const row of rows) {
    const other = stored.get(nameOf(row));
    // A test set that lost its app, or has another one by now, is the same test set.
    const names = Object.keys(row).filter((name) => name !== 'app_id');
    const isSame = other !== undefined && names.every((name) => other[name] === row[name]);
    if (!isSame) throw conflict('testsets', String(row[column]));
  }
}

/** The rows of a revision are as many as those of its test set: only those with the same positions are compared. */
function positionsOf(rows: readonly ArchiveRow[], column: string | undefined): readonly number[] | null {
  if (column === undefined) return null;
  // PostgreSQL refuses to compare a position with anything else.
  return [...new Set(rows.map((row) => Number(row[column])))].filter(
    (position) => position === Math.trunc(position) && Math.abs(position) < 2 ** 31,
  );
}

function keysOf(rows: readonly ArchiveRow[], column: string): string[] {
  return [...new Set(rows.map((row) => String(row[column])))];
}

/** Detects rows whose parent belongs to another app: they are missing from this app's. */
async function requireOwnRows(db: Db, rows: Readonly<Record<string, number>>, scope: ArchiveScope): Promise<void> {
  if (rows['apps'] !== 1) throw invalid('The archive does not contain exactly one app.');
  for (const table of ARCHIVE_TABLES) {
    // The app is new, so no other rows belong to it.
    if (ARCHIVED_TABLES[table].isShared || rows[table] === 0) continue;
    const count = await countArchiveRows(db, table, scope);
    if (count !== rows[table]) throw invalid(`Rows of ${table} in the archive belong to another app.`);
  }
}

/** Error classes of both databases: SQLite's extended result codes and PostgreSQL's conditions. */
const UNIQUE = new Set<unknown>([1555, 2067, '23505']);
const MISFIT = new Set<unknown>([787, 1299, 3091, 1, '23503', '23502', '42703', '22P02', '22003', '22021']);

/** SQLite: `table apps has no column named x`; PostgreSQL: `column "x" of relation "apps" does not exist`. */
const UNKNOWN_COLUMN = /^(?:table \S+ has no column named |column ")([^"\s]+)/;

function explainInsert(error: unknown, table: ArchiveTable): unknown {
  if (!(error instanceof Error)) return error;
  const code = 'errcode' in error ? error.errcode : 'code' in error ? error.code : null;
  if (UNIQUE.has(code)) return conflict(table, null, error);
  if (!MISFIT.has(code)) return error;
  const [, column] = UNKNOWN_COLUMN.exec(error.message) ?? [];
  if (column !== undefined)
    return invalid(
      `The archive has a column ${column} of ${table}, which this wf does not know: a newer wf wrote it. Import it with that version.`,
      error,
    );
  return invalid(`Rows of ${table} in the archive are invalid: ${error.message}.`, error);
}

function conflict(table: string, id: string | null, cause?: Error): UserError {
  const what = id === null ? `A record of ${table}` : `${table} ${id}`;
  return new UserError({
    code: 'WF_CONFLICT',
    message: `${what} already exists here and differs from the archive. Nothing was imported.`,
    cause,
  });
}

function invalid(message: string, cause?: Error): UserError {
  return new UserError({ code: 'WF_INVALID_INPUT', message: `${message} Nothing was imported.`, cause });
}
