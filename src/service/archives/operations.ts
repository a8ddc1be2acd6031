import { countOf, sum } from '../../foundation/numbers.ts';
import {
  deleteImportRecords,
  deleteOldImports,
  findImportChunk,
  findImportPage,
  findManifest,
  insertImport,
  insertImportChunk,
  insertImportPage,
  type PageKey,
} from './queries/imports.ts';
import { findAppName, readProjectId, requireApp, requireFreeAppName } from '../apps/queries.ts';
import { hashBytes } from '../../http/create-slices.ts';
import { v7 as newId } from 'uuid';
import type { ArchiveManifest, ImportedApp } from '../../contract/archives/archive.ts';
import { userError } from '../../foundation/errors/wf-error.ts';
import { storeArchive } from './store-archive.ts';
import { ARCHIVED_TABLES } from './archived-tables.ts';
import type { Operation } from '../operation/operation.ts';
import { type Db, fromJson } from '../store/schema.ts';
import { readCursor, rowsToRead, toPage } from '../store/page.ts';
import { readArchiveRows } from './queries/archive-rows.ts';
import { setImmediate } from 'node:timers/promises';
import type { Store } from '../store/open-store.ts';

export const exportTable: Operation<'exportTable'> = {
  run: async ({ app_id, table, ...paging }, { db, principal }) => {
    const app = await requireApp(db, app_id);
    const scope = { appId: app.id, projectId: app.project_id, withShared: principal.appIds == null };
    const cursor = readCursor(paging, '');
    const after = cursor === '' ? null : fromJson<(string | number)[]>(cursor);
    const limit = rowsToRead(paging);
    const rows = await readArchiveRows(db, { ...scope, table, after, limit });
    const { key } = ARCHIVED_TABLES[table];
    const keyOf = (row: Readonly<Record<string, unknown>>) =>
      JSON.stringify(key.map((column) => (column === undefined ? null : row[column])));
    return toPage(rows, paging, keyOf, (row) => row);
  },
};

export const createImport: Operation<'createImport'> = {
  audit: { kind: 'import', verb: 'opened' },
  run: async ({ body }, { db, principal, now, record }) => {
    // Only the commit changes an app: one import is one entry.
    record(null);
    await requireFree(db, body);
    await deleteOldImports(db, new Date(Date.parse(now) - IMPORT_LIFETIME_MS).toISOString());
    const import_id = newId();
    await insertImport(db, body, { id: import_id, created_by: principal.name, created_at: now });
    return { import_id };
  },
};

export const putImportPage: Operation<'putImportPage'> = {
  audit: { kind: 'import', verb: 'extended' },
  prepare: async ({ import_id, table, page, body }, { db, service: { store } }) => {
    const { pages } = await requireImport(db, import_id);
    const described = pages.find((one) => one.table === table && one.page === page);
    if (described === undefined) throw invalid(`The manifest lists no page ${page} of ${table}.`);
    const sha256 = await hashBytes(body);
    if (sha256 !== described.sha256)
      throw invalid(`Page ${page} of ${table} does not have the hash that the manifest lists.`);
    if (body.length !== described.size)
      throw invalid(`Page ${page} of ${table} does not have the size that the manifest lists.`);
    await storePageChunks(store.passingTransaction, { import_id, table_name: table, page }, body);
  },
  run: async ({ import_id, table, page, body }, { db, record }) => {
    await requireImport(db, import_id);
    await storePage(db, { import_id, table_name: table, page }, body);
    record(null);
    return null;
  },
};

export const commitImport: Operation<'commitImport'> = {
  audit: { kind: 'app', verb: 'imported' },
  run: async ({ import_id }, { db, record }) => {
    const manifest = await requireImport(db, import_id);
    await requireFree(db, manifest);
    const imported = await storeArchive(db, manifest, await readProjectId(db), ({ table, page, size }) =>
      readPage(db, { import_id, table_name: table, page }, size),
    );
    await deleteImportRecords(db, import_id);
    const { app_id: id, app_name: name } = imported;
    record({ kind: 'app', id, name, appId: id, after: id, summary: describeImport(imported) });
    return imported;
  },
};

export const deleteImport: Operation<'deleteImport'> = {
  audit: { kind: 'import', verb: 'abandoned' },
  run: async ({ import_id }, { db, record }) => {
    const { app } = await requireImport(db, import_id);
    record({ kind: 'import', id: import_id, name: app.name, appId: app.id, summary: 'abandoned' });
    await deleteImportRecords(db, import_id);
    return null;
  },
};

function describeImport({ rows }: ImportedApp): string {
  const count = sum(Object.values(rows));
  return `imported, ${countOf(count, 'row')}`;
}

async function requireFree(db: Db, { app }: ArchiveManifest): Promise<void> {
  const name = await findAppName(db, app.id);
  if (name === null) return await requireFreeAppName(db, app.name, null);
  throw userError('WF_CONFLICT', `The app ${app.id} already exists here, as ${JSON.stringify(name)}.`);
}

/** Age at which the next import deletes this one as abandoned. */
const IMPORT_LIFETIME_MS = 24 * 60 * 60 * 1000;

async function requireImport(db: Db, id: string): Promise<ArchiveManifest> {
  const manifest = await findManifest(db, id);
  if (manifest !== null) return manifest;
  throw userError(
    'WF_NOT_FOUND',
    `There is no import ${JSON.stringify(id)}: it was committed, or expired after a day.`,
  );
}

function invalid(message: string) {
  return userError('WF_INVALID_INPUT', message);
}

/** A database stores or reads as many bytes in a few milliseconds. */
const CHUNK_BYTES = 1024 * 1024;

/** Stores the chunks of a long page, each in its own transaction, so that others run between them. */
async function storePageChunks(transaction: Store['passingTransaction'], page: PageKey, body: Uint8Array) {
  for (let position = 0; position < countChunks(body.length); position += 1) {
    const start = position * CHUNK_BYTES;
    const bytes = body.subarray(start, start + CHUNK_BYTES);
    await transaction((db) => insertImportChunk(db, { ...page, position, bytes }));
    await setImmediate();
  }
}

/** Stores a page, whose chunks are stored if it is long. */
async function storePage(db: Db, page: PageKey, body: Uint8Array): Promise<void> {
  await insertImportPage(db, { ...page, rows: countChunks(body.length) > 0 ? '' : new TextDecoder().decode(body) });
}

/**
 * Reads a stored page, and lets others run between its chunks.
 *
 * @param size - in bytes
 * @yields the bytes of the page in their order
 * @throws {WF_INVALID_INPUT} when it was not sent
 */
async function* readPage(db: Db, page: PageKey, size: number): AsyncGenerator<Uint8Array> {
  const rows = await findImportPage(db, page);
  if (rows === null) throw notSent(page);
  if (countChunks(size) === 0) return yield new TextEncoder().encode(rows);
  for (let position = 0; position < countChunks(size); position += 1) {
    const bytes = await findImportChunk(db, page, position);
    if (bytes === null) throw notSent(page);
    yield bytes;
    await setImmediate();
  }
}

/** A page that fits into one chunk stands in its row. */
function countChunks(size: number): number {
  return size <= CHUNK_BYTES ? 0 : Math.ceil(size / CHUNK_BYTES);
}

function notSent({ table_name, page }: PageKey) {
  return userError('WF_INVALID_INPUT', `Page ${page} of ${table_name} was not sent.`);
}
