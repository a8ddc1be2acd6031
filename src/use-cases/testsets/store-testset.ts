import { basename, extname } from 'node:path';
import type { Client } from '../../client/create-client.ts';
import type { TestsetRevision, TestsetRow } from '../../contract/testsets/testset.ts';
import { DETECTED, type FileFormat } from '../../evaluation/testset/file-format.ts';
import { openTestsetFile } from './open-testset-file.ts';
import { resolveTestsetRevision } from './resolve-testset.ts';
import { uploadTestset } from './upload-testset.ts';

export interface StoredTestset {
  readonly id: string;
  readonly name: string;
  /** `null`: the service has no revisions. */
  readonly revision: number | null;
  /** False when the same rows were stored before. */
  readonly created: boolean;
}

export interface StoreTestsetOptions {
  /** App that a new test set belongs to; among test sets of the same name, its own is used. */
  readonly appId: string;
  /** Checks a revision before it is used, and throws if it is unsuitable. */
  readonly check?: (revision: TestsetRevision) => void;
  /** Checks rows before they are stored, with the index of the first, and throws if they are unsuitable. */
  readonly checkRows?: (rows: readonly TestsetRow[], start: number) => void;
  readonly format?: FileFormat;
}

/**
 * Stores a file as a revision of the test set of the same name, or finds a stored test set. It does not store rows again
 * that equal the newest revision's.
 *
 * @param source - path of a csv, json or jsonl file, or a stored test set, as `cases` or `cases@2`
 */
export async function storeTestset(
  client: Client,
  source: string,
  { appId, check = () => {}, checkRows = () => {}, format = DETECTED }: StoreTestsetOptions,
): Promise<StoredTestset> {
  const file = await openTestsetFile(source, format);
  if (file === null) {
    const { testset, revision } = await resolveTestsetRevision(client, source, appId);
    check(revision);
    return { id: testset.id, name: testset.name, revision: revision.revision, created: false };
  }
  const name = basename(source, extname(source));
  const { revision, created } = await uploadTestset({
    client,
    name,
    appId,
    pages: file.pages(),
    tag: await file.tag(),
    check,
    checkRows,
  });
  return { id: revision.testset_id ?? '', name, revision: revision.revision, created };
}
