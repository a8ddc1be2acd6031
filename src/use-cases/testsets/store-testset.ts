import { basename, extname } from 'node:path';
import type { Client } from '../../client/create-client.ts';
import type { Labels } from '../../contract/labels/labels.ts';
import { usageError, type UserError, userError } from '../../foundation/errors/wf-error.ts';
import { DETECTED, type FileFormat, parseFileFormat, type TypedFormat } from '../../evaluation/testset/file-format.ts';
import { isFullId } from '../../contract/validation/full-id.ts';
import { findAppId } from '../apps/resolve-app.ts';
import { isNameless, openTestsetFile } from './open-testset-file.ts';
import type { TextSource } from '../files/read-text-source.ts';
import { requireLabels } from '../labels/change-labels.ts';
import { type UploadedTestset, uploadTestset } from '../../client/public/testset-revision.ts';
import type { TestsetRevision, TestsetRow } from '../../contract/testsets/testset.ts';
import { resolveTestsetRevision } from './resolve-testset.ts';
import type { StoredTestset } from '../../contract/evaluations/evaluation-progress.ts';

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
  return userError('WF_NOT_FOUND', `Cannot read the test set ${source}: there is no such file.`, ['wf testsets list']);
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
