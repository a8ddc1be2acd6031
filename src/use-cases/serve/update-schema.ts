import { join } from 'node:path';
import { readSchemaVersion } from '../../service/store/migrate.ts';
import { labelOf, openStore } from '../../service/store/open-store.ts';
import { requireNotEmptied } from './compose-service.ts';
import { createDataFolder } from './create-data-folder.ts';

export interface UpdateSchemaOptions {
  readonly dataDir: string;
  /** PostgreSQL instead of the file in `dataDir`. */
  readonly databaseUrl: string | null;
}

export interface UpdatedSchema {
  /** Names the database in messages, without a password. */
  readonly label: string;
  /** Number of its newest migration. */
  readonly schema: number;
}

/**
 * Brings the schema of a service's database and of its queue up to date, and serves nothing. Safe next to replicas that
 * do the same when they start.
 *
 * @throws {WF_DATABASE} when the database cannot be opened, or it or its queue is of a newer `wf`
 */
export async function updateSchema({ dataDir, databaseUrl }: UpdateSchemaOptions): Promise<UpdatedSchema> {
  const options = databaseUrl === null ? { file: join(dataDir, 'wf.db') } : { url: databaseUrl };
  if (databaseUrl === null) {
    await createDataFolder(dataDir);
    await requireNotEmptied(dataDir);
  }
  await using store = await openStore(options);
  try {
    if (databaseUrl !== null) {
      const { openChunkQueue } = await import('../../service/jobs/workers/chunk-queue.ts');
      await (await openChunkQueue({ url: databaseUrl, db: store.db, onProblem: () => undefined })).close();
    }
    return { label: labelOf(options), schema: await readSchemaVersion(store.db) };
  } catch (error) {
    throw store.explain(error);
  }
}
