import { sql } from 'kysely';
import type { Db } from '../../store/schema.ts';

/** A bundle's row in the database. */
export interface ArtifactRow {
  readonly size: number;
  readonly created_at: string;
  /** Where the bundle is stored; `null`: in this database. */
  readonly location: string | null;
  /** Bytes in the row itself; 0 when the bundle is stored in chunks or elsewhere. */
  readonly bytes_here: number;
}

export async function findArtifact(db: Db, sha256: string): Promise<ArtifactRow | null> {
  return (await findArtifacts(db, [sha256])).get(sha256) ?? null;
}

/** Hashes that one statement looks up: a statement has a limited number of parameters. */
const BATCH_SIZE = 1000;

/** Finds the rows of bundles by hash. */
export async function findArtifacts(db: Db, hashes: readonly string[]): Promise<Map<string, ArtifactRow>> {
  const found = new Map<string, ArtifactRow>();
  for (let from = 0; from < hashes.length; from += BATCH_SIZE) {
    const rows = await db
      .selectFrom('artifacts')
      .select(['sha256', 'size', 'created_at', 'location', sql<number>`octet_length(bytes)`.as('bytes_here')])
      .where('sha256', 'in', hashes.slice(from, from + BATCH_SIZE))
      .execute();
    for (const { sha256, ...row } of rows) found.set(sha256, row);
  }
  return found;
}

/** Reads the bytes of a bundle that is stored in its row. */
export async function readArtifactBytes(db: Db, sha256: string): Promise<Uint8Array> {
  const stored = db.selectFrom('artifacts').select('bytes').where('sha256', '=', sha256);
  return new Uint8Array((await stored.executeTakeFirstOrThrow()).bytes);
}

export interface NewArtifact {
  readonly sha256: string;
  readonly size: number;
  /** Empty when the bundle is stored in chunks or elsewhere. */
  readonly bytes: Uint8Array;
  readonly location: string | null;
  readonly created_at: string;
}

/** Stores a bundle. @returns false when it was stored already */
export async function insertArtifact(db: Db, artifact: NewArtifact): Promise<boolean> {
  const inserted = await db
    .insertInto('artifacts')
    .values(artifact)
    .onConflict((conflict) => conflict.column('sha256').doNothing())
    .executeTakeFirst();
  return inserted.numInsertedOrUpdatedRows === 1n;
}
