import { basename, extname, resolve } from 'node:path';
import type { Client } from '../../client/create-client.ts';
import type { Labels } from '../../contract/labels/labels.ts';
import { hasCode, usageError, userError, type UserError } from '../../foundation/errors/wf-error.ts';
import {
  DETECTED,
  type FileFormat,
  kindOfName,
  parseFileFormat,
  type TypedFormat,
} from '../../evaluation/testset/file-format.ts';
import { isFullId } from '../../contract/validation/full-id.ts';
import { findAppId } from '../apps/resolve-app.ts';
import { cannotRead, type TextSource } from '../files/read-text-source.ts';
import { requireLabels } from '../labels/change-labels.ts';
import { type UploadedTestset, uploadTestset } from '../../client/public/testset-revision.ts';
import type { TestsetRevision, TestsetRow } from '../../contract/testsets/testset.ts';
import { resolveTestsetRevision } from './resolve-testset.ts';
import type { StoredTestset } from '../../contract/evaluations/evaluation-progress.ts';
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, open, stat } from 'node:fs/promises';
import { readTestset } from '../../evaluation/testset/read-testset.ts';

export interface CreateTestsetOptions extends TextSource, TypedFormat {
  readonly client: Client;
  /** Name or id of the app that the test set belongs to; `null`: the key's only one, or none. */
  readonly app: string | null;
  /** @defaultValue the file's name without its extension */
  readonly name: string | null;
  /** Labels to set, also when these rows are stored already. */
  readonly labels?: Labels;
}

/**
 * Stores a csv, json or jsonl file, or standard input, as a test set revision.
 *
 * @throws {WF_TESTSET_INVALID} when it is empty, ragged or malformed
 */
export async function createTestset(options: CreateTestsetOptions): Promise<UploadedTestset> {
  const { client, source, app, labels = {} } = options;
  const isLabelled = Object.keys(labels).length > 0;
  if (isLabelled) await requireLabels(client);
  const format = parseFileFormat(options);
  const name = options.name ?? nameOf(source);
  const file = await openTestsetFile(options, format);
  if (file === null) throw noEnding(source);
  const stored = await uploadTestset({
    client,
    name,
    // It may not exist yet, as before the first deploy of a project.
    findAppId: async () => (app !== null && isFullId(app) ? app : await findAppId(client, app)),
    pages: file.pages(),
    tag: await file.tag(),
  });
  const { testset_id } = stored.revision;
  if (isLabelled && testset_id !== null) await client.updateTestsetMetadata({ testset_id, body: { labels } });
  return stored;
}

function nameOf(source: string): string {
  if (!isNameless(source)) return basename(source, extname(source));
  throw usageError('A test set from standard input or a pipe needs a name.', ['Add --name NAME']);
}

function noEnding(source: string): UserError {
  return userError('WF_NO_FILE', `Cannot read the test set ${source}: there is no such file.`, ['wf testsets list']);
}

interface StoreTestsetOptions extends TextSource {
  readonly client: Client;
  /** App that a new test set belongs to; among test sets of the same name, its own is used. */
  readonly appId: string;
  /** Path of a csv, json or jsonl file, `-`, or a stored test set, as `cases` or `cases@2`. */
  readonly source: string;
  /** Checks a revision before it is used, and throws if it is unsuitable. */
  readonly check?: (revision: TestsetRevision) => void;
  /** Checks rows before they are stored, with the index of the first, and throws if they are unsuitable. */
  readonly checkRows?: (rows: readonly TestsetRow[], start: number) => void;
  readonly format?: FileFormat;
}

/**
 * Stores a file as a revision of the test set of the same name, or finds a stored test set. It does not store rows again
 * that equal the newest revision's.
 */
export async function storeTestset(options: StoreTestsetOptions): Promise<StoredTestset> {
  const { client, source, appId, check = () => {}, checkRows = () => {}, format = DETECTED } = options;
  const file = await openTestsetFile(options, format);
  if (file === null) {
    const { testset, revision } = await resolveTestsetRevision(client, source, appId);
    check(revision);
    return { id: testset.id, name: testset.name, revision: revision.revision, created: false };
  }
  // Later runs from a pipe add revisions to the same test set.
  const name = isNameless(source) ? 'stdin' : basename(source, extname(source));
  const { revision, created } = await uploadTestset({
    client,
    name,
    findAppId: async () => appId,
    pages: file.pages(),
    tag: await file.tag(),
    check,
    checkRows,
  });
  return { id: revision.testset_id ?? '', name, revision: revision.revision, created };
}

interface TestsetFile {
  /** Reads the rows. Standard input and pipes can be read once. */
  readonly pages: () => AsyncIterable<TestsetRow[]>;
  readonly isReadOnce: boolean;
  /** Hash of the content and of how it is parsed: equal for equal rows. `null`: the file can be read only once. */
  readonly tag: () => Promise<string | null>;
}

/** Bytes per chunk: small enough that V8 collects a chunk's rows before it promotes them. */
const PART = 32 * 1024;

/**
 * Opens a test set's file.
 *
 * @returns `null` when there is no such file and `source` has no file extension, so it may be a test set's name
 * @throws {WF_NO_FILE} when there is no such file
 * @throws {WF_TESTSET_INVALID} when it cannot be read
 */
export async function openTestsetFile(
  { source, cwd, stdin }: TextSource,
  format: FileFormat = DETECTED,
): Promise<TestsetFile | null> {
  if (source === '-') return readOnce('standard input', toBytes(stdin), format);
  const file = resolve(cwd, source);
  const found = await find(file, source);
  if (found === null) return null;
  const chunks = () => readParts(file, source);
  if (!found.isFile()) return readOnce(basename(source), chunks(), format);
  return {
    pages: () => readTestset({ name: basename(source), chunks: chunks(), format }),
    isReadOnce: false,
    tag: () => hashContent(readOver(file, source), format, source),
  };
}

/** Returns whether a source is standard input or an open pipe, which has no name for the test set. */
export function isNameless(source: string): boolean {
  return source === '-' || /^\/dev\/(?:fd\/\d+|stdin)$/.test(source);
}

function readOnce(name: string, chunks: AsyncIterable<Uint8Array>, format: FileFormat): TestsetFile {
  return { pages: () => readTestset({ name, chunks, format }), isReadOnce: true, tag: async () => null };
}

async function find(file: string, source: string) {
  try {
    const found = await stat(file);
    if (found.isDirectory()) throw Object.assign(new Error('It is a folder'), { code: 'EISDIR' });
    return found;
  } catch (error) {
    const isMissing = hasCode(error, 'ENOENT');
    if (isMissing && kindOfName(source) === null) return null;
    throw unreadable(source, error);
  }
}

async function* readParts(file: string, source: string): AsyncGenerator<Uint8Array> {
  try {
    // The stream yields bytes because no encoding is set.
    for await (const part of createReadStream(file, { highWaterMark: PART })) yield part as Uint8Array;
  } catch (error) {
    throw unreadable(source, error);
  }
}

/**
 * Reads a file for its hash.
 *
 * @yields the same bytes each time, overwritten: those of a stream wait for V8, which lets 30 MB of them pile up
 */
async function* readOver(file: string, source: string): AsyncGenerator<Uint8Array> {
  const bytes = new Uint8Array(8 * PART);
  let handle: FileHandle | undefined;
  try {
    handle = await open(file);
    while (true) {
      const { bytesRead } = await handle.read(bytes);
      if (bytesRead === 0) return;
      yield bytes.subarray(0, bytesRead);
    }
  } catch (error) {
    throw unreadable(source, error);
  } finally {
    await handle?.close();
  }
}

async function* toBytes(stdin: AsyncIterable<unknown>): AsyncGenerator<Uint8Array> {
  for await (const chunk of stdin) yield chunk instanceof Uint8Array ? chunk : Buffer.from(String(chunk));
}

/** Counts changes of how a file is read: other rows have another hash. */
const READER = 3;

async function hashContent(
  chunks: AsyncIterable<Uint8Array>,
  { types, delimiter, kind = null }: FileFormat,
  source: string,
): Promise<string> {
  const extension = kind === null ? (/\.[a-z]+$/i.exec(source)?.[0].toLowerCase() ?? '') : `.${kind}`;
  const sorted = Object.entries(types).toSorted(([a], [b]) => (a < b ? -1 : 1));
  const hash = createHash('sha256').update(JSON.stringify([READER, extension, sorted, delimiter]));
  for await (const chunk of chunks) hash.update(chunk);
  return hash.digest('hex');
}

function unreadable(source: string, cause: unknown): UserError {
  return cannotRead(`the test set ${source}`, cause, { code: 'WF_TESTSET_INVALID', nextSteps: ['wf testsets list'] });
}
