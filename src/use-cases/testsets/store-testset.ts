import { basename, extname } from 'node:path';
import type { Client } from '../../client/create-client.ts';
import type { TestsetRevision, TestsetRow } from '../../contract/testsets/testset.ts';
import { DETECTED, type FileFormat } from '../../evaluation/testset/file-format.ts';
import type { TextSource } from '../files/read-text-source.ts';
import { isNameless, openTestsetFile } from './open-testset-file.ts';
import { resolveTestsetRevision } from './resolve-testset.ts';
import { uploadTestset } from '../../client/public/upload-testset.ts';

export interface StoredTestset {
  readonly id: string;
  readonly name: string;
  /** `null`: the service has no revisions. */
  readonly revision: number | null;
  /** False when the same rows were stored before. */
  readonly created: boolean;
}

export interface StoreTestsetOptions extends TextSource {
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
