import { readFile } from 'node:fs/promises';
import { DatabaseSync } from 'node:sqlite';
import { Client } from 'pg';
import { createService } from '../../src/service/serve/create-service.ts';
import { openStore, type Store } from '../../src/service/store/open-store.ts';
import type { Answers } from '../helpers/all-records/read-every-record.ts';
import { createEchoHosting } from '../helpers/echo-hosting.ts';
import { createDatabase } from '../helpers/postgres.ts';
import { type NewDatabase, type RunningService, TEST_SECRETS } from '../helpers/start-service.ts';
import { tempFolder } from '../helpers/temp-folder.ts';

/** What is stored of a release besides its databases. */
export interface Release {
  /** When they were written: codes and leases are still valid. */
  readonly now: string;
  /** The operator's key. */
  readonly key: string;
  readonly answers: Answers;
}

/** A database of a release, opened by this program. */
export interface OpenedRelease extends AsyncDisposable, Pick<RunningService, 'send'> {
  readonly release: Release;
  readonly store: Store;
}

const FOLDER = new URL('../fixtures/db/', import.meta.url);

export async function openRelease(name: string, database: NewDatabase): Promise<OpenedRelease> {
  const stack = new AsyncDisposableStack();
  const dialect = database === 'sqlite' ? 'sqlite' : 'postgres';
  const script = await readFile(new URL(`${name}/${dialect}.sql`, FOLDER), 'utf8');
  // As `write-release.ts` wrote it.
  const release = JSON.parse(await readFile(new URL(`${name}/${dialect}.json`, FOLDER), 'utf8')) as Release;
  const location =
    database === 'sqlite'
      ? await restoreSqlite(script, stack)
      : await restorePostgres(script, database.adminUrl, stack);
  const store = stack.use(await openStore(location));
  const now = () => new Date(release.now);
  const service = stack.use(
    createService({ store, createHosting: () => createEchoHosting(), secrets: TEST_SECRETS, now }),
  );
  const send: OpenedRelease['send'] = async (method, path, { body } = {}) => {
    const headers = { authorization: `ApiKey ${release.key}` };
    const given = body === undefined ? {} : { body: JSON.stringify(body) };
    return await service.fetch(new Request(`http://wf.test${path}`, { method, headers, ...given }));
  };
  return { release, store, send, [Symbol.asyncDispose]: () => stack.disposeAsync() };
}

async function restoreSqlite(script: string, stack: AsyncDisposableStack) {
  const file = stack.use(await tempFolder()).path('wf.db');
  const database = new DatabaseSync(file, { enableForeignKeyConstraints: false });
  database.exec(script);
  database.close();
  return { file };
}

async function restorePostgres(script: string, adminUrl: string, stack: AsyncDisposableStack) {
  const { url } = stack.use(await createDatabase(adminUrl));
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query(script);
  await client.end();
  return { url };
}
