import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { bundlePrograms } from '../helpers/bundle-programs.ts';
import { createWorld } from '../helpers/service-world.ts';
import { startHttpServer } from '../helpers/start-http-server.ts';
import { startService } from '../helpers/start-service.ts';
import { tempFolder } from '../helpers/temp-folder.ts';

test('an event arrives with the same id after SIGKILL ended its sender, before the request and before the answer was stored', async () => {
  await using programs = await bundlePrograms(['faults/programs/send-webhooks.ts']);
  await using folder = await tempFolder();
  const file = folder.path('wf.db');
  await using running = await startService({ database: { at: file } });
  const world = await createWorld(running);
  const received: unknown[] = [];
  await using receiver = await startHttpServer((request, response) => {
    received.push(request.headers['webhook-id']);
    response.writeHead(204).end();
  });
  await world.call('createWebhook', { body: { url: receiver.url } });
  await world.call('deployToEnvironment', { body: { environment_name: 'staging', variant_id: world.variantId } });
  const send = async (stopAt: string, aheadMs: number) => {
    const args = [programs.pathOf('send-webhooks'), file, stopAt, String(aheadMs)];
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
    const ended = once(child, 'exit');
    child.stdout.once('data', () => child.kill('SIGKILL'));
    return (await ended)[1] as string | null;
  };
  const lease = 61_000;
  expect([await send('claimed', 0), received]).toEqual(['SIGKILL', []]);
  expect([await send('received', lease), received.length]).toEqual(['SIGKILL', 1]);
  // The killed one might still be at it.
  expect([await send('', 0), received.length]).toEqual([null, 1]);
  expect(await send('', 2 * lease)).toBeNull();
  const { db } = running.store;
  const { id, ...row } = await db.selectFrom('webhook_deliveries').selectAll().executeTakeFirstOrThrow();
  expect(row).toMatchObject({ attempts: 3, delivered_at: expect.any(String), next_at: null });
  expect(received).toEqual([id, id]);
});
