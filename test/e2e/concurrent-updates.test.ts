import { expect, test } from 'vitest';
import { runWf } from '../helpers/run-wf.ts';
import { createWorld } from '../helpers/service-world.ts';
import { startHttpServer, readBody } from '../helpers/start-http-server.ts';
import { startService } from '../helpers/start-service.ts';

/** A service behind a proxy that changes a variant just before each update. */
async function startBusyService() {
  const stack = new AsyncDisposableStack();
  const running = stack.use(await startService({ transport: 'socket' }));
  const world = await createWorld(running);
  const door = stack.use(
    await startHttpServer((request, response) => {
      void (async () => {
        const body = await readBody(request);
        if (request.method === 'PUT') {
          await world.call('updateVariantParameters', {
            variant_id: world.variantId,
            body: { parameters: { words: 99 } },
          });
        }
        const headers = new Headers(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
        headers.delete('connection');
        const init = { method: request.method ?? 'GET', headers, body: body === '' ? null : body };
        const answer = await fetch(`${running.baseUrl}${request.url ?? ''}`, init);
        const version = answer.headers.get('wf-version') ?? '';
        response
          .writeHead(answer.status, { 'content-type': 'application/json', 'wf-version': version })
          .end(await answer.text());
      })();
    }),
  );
  const args = ['--app', 'support', '--base-url', door.url];
  const env = { WF_API_KEY: running.keys.operator };
  return { world, args, env, [Symbol.asyncDispose]: () => stack.disposeAsync() };
}

test.each([
  ['update', ['default', '--set', 'words=60']],
  ['revert', ['default', '--to', '1']],
])('after a concurrent change of a variant, variants %s exits 5 and changes nothing', async (verb, words) => {
  await using busy = await startBusyService();
  const { world } = busy;
  await world.call('updateVariantParameters', { variant_id: world.variantId, body: { parameters: { words: 70 } } });
  const run = await runWf(['variants', verb, ...words, ...busy.args], { env: busy.env });
  expect(run).toEqual({
    stdout: '',
    stderr: [
      'Error: Variant "default" is now at revision 3: somebody else changed it first.',
      `  Try: wf variants diff default@2 default ${busy.args.join(' ')}`,
      '  Try: Run the same command again',
      '',
    ].join('\n'),
    exitCode: 5,
  });
  expect(await world.call('getVariant', { variant_id: world.variantId })).toMatchObject({
    revision: 3,
    parameters: { words: 99 },
  });
});

test('--json reports the conflict as a document', async () => {
  await using busy = await startBusyService();
  const run = await runWf(['variants', 'update', 'default', '--set', 'words=60', '--json', ...busy.args], {
    env: busy.env,
  });
  expect([run.stdout, run.exitCode]).toEqual(['', 5]);
  expect(JSON.parse(run.stderr)).toMatchObject({ error: { code: 'WF_CONFLICT', status: 412 } });
});
