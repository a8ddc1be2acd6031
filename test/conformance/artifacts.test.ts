import { expect, inject, test } from 'vitest';
import { createArtifactStorage } from '../../src/service/hosting/artifacts/artifact-storage.ts';
import { openStore } from '../../src/service/store/open-store.ts';
import { moveData } from '../../src/use-cases/archives/move-data.ts';
import { createDatabase } from '../helpers/postgres.ts';
import { BUNDLE_SHA256, createWorld } from '../helpers/service-world.ts';
import { startS3Server } from '../helpers/start-s3-server.ts';
import { startService } from '../helpers/start-service.ts';
import { testArtifacts } from '../helpers/suites/artifacts.ts';
import { tempFolder } from '../helpers/temp-folder.ts';
import { describeOnPostgres } from './describe-on-postgres.ts';

describeOnPostgres('bundles in a bucket', testArtifacts);

test('a move copies the locations of bundles', async () => {
  await using s3 = await startS3Server();
  using artifacts = createArtifactStorage(s3.address, s3.env);
  await using folder = await tempFolder();
  const at = folder.path('wf.db');
  {
    await using running = await startService({ artifacts, database: { at } });
    await createWorld(running);
  }
  await using target = await createDatabase(inject('postgresUrl'));
  const { signal } = new AbortController();
  const place = { dataDir: folder.root, databaseUrl: null, folder: folder.root };
  await moveData({ ...place, to: target.url, onEvent: () => undefined, signal });
  await using store = await openStore({ url: target.url });
  const rows = await store.db.selectFrom('artifacts').select(['sha256', 'location']).execute();
  expect(rows).toEqual([{ sha256: BUNDLE_SHA256, location: `s3://bundles/wf/${BUNDLE_SHA256}` }]);
});
