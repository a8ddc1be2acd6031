import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { CHUNK_BYTES } from '../../../../src/service/deployments/queries/artifacts.ts';
import { seen } from '../../../helpers/open-world.ts';
import { startService } from '../../../helpers/start-service.ts';

test('a bundle that is deleted while it is uploaded is refused as a conflict', async () => {
  await using running = await startService();
  const { db } = running.store;
  await sql`create trigger deletes before insert on artifacts begin delete from artifact_chunks; end`.execute(db);
  const body = new Uint8Array(CHUNK_BYTES + 1);
  const sha256 = createHash('sha256').update(body).digest('hex');
  const detail = `The bundle ${sha256} was deleted while it was uploaded: upload it again.`;
  expect(await seen(await running.send('PUT', `/artifacts/${sha256}`, { body }))).toEqual([409, { detail }]);
  expect((await running.send('HEAD', `/artifacts/${sha256}`)).status).toBe(404);
});
