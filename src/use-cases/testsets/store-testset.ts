import { basename, extname } from 'node:path';
import type { Client } from '../../client/create-client.ts';
import type { TestsetRevision, TestsetRow } from '../../contract/testsets/testset.ts';
import type { CellTypes } from '../../evaluation/testset/cell-types.ts';
import { openTestsetFile } from './open-testset-file.ts';
import { resolveTestsetRevision } from './resolve-testset.ts';
import { uploadTestset } from './upload-testset.ts';

export interface StoredTestset {
  readonly id: string;
  readonly name: string;
  readonly revision: number;
  /** False when these very rows were stored before. */
  readonly created: boolean;
}

export interface StoreTestsetOptions {
  /** Looks at a revision before it is used, and throws when it will not do. */
  readonly check?: (revision: TestsetRevision) => void;
  /** Looks at rows before they are stored, from a place in the test set on, and throws when they will not do. */
  readonly checkRows?: (rows: readonly TestsetRow[], start: number) => void;
  readonly types?: CellTypes;
}

/**
 * Stores a file as a revision of the test set called like it, or finds a stored one. Rows that the newest revision has
 * already are not stored again.
 *
 * @param source - path of a csv, json or jsonl file, or a stored test set, as `cases` or `cases@2`
 */
export async function storeTestset(
  client: Client,
  source: string,
  { check = () => {}, checkRows = () => {}, types = {} }: StoreTestsetOptions = {},
): Promise<StoredTestset> {
  const file = await openTestsetFile(source, types);
  if (file === null) {
    const { testset, revision } = await resolveTestsetRevision(client, source);
    check(revision);
    return { id: testset.id, name: testset.name, revision: revision.revision ?? 1, created: false };
  }
  const name = basename(source, extname(source));
  const { revision, created } = await uploadTestset({
    client,
    name,
    pages: file.pages(),
    tag: await file.tag(),
    check,
    checkRows,
  });
  return { id: revision.testset_id ?? '', name, revision: revision.revision ?? 1, created };
}
