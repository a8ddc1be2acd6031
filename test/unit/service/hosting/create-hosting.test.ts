import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { UserError } from '../../../../src/errors/wf-error.ts';
import { startHosting } from '../../../helpers/start-hosting.ts';
import { isRunning, processesOf, untilAllGone } from '../../../helpers/watch-process.ts';

describe('a call', () => {
  test('reaches the bundle with its method, path, query, headers and body', async () => {
    await using host = await startHosting();
    const bundle = await host.deploy('probe.mjs');
    const response = await host.call(bundle, '/echo?inline=true', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-mine': 'yes' },
      body: '{"text":"Grüße"}',
    });
    const answer = await response.json();
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('application/json');
    expect(answer).toMatchObject({ method: 'POST', url: '/echo?inline=true', body: '{"text":"Grüße"}' });
    expect(answer.headers['x-mine']).toBe('yes');
  });

  test('carries the pinned revision, not one that the caller sent', async () => {
    await using host = await startHosting();
    const bundle = await host.deploy('probe.mjs');
    const forged = { headers: { 'wf-revision': 'forged' } };
    const pinned = await (await host.call(bundle, '/echo', forged, 'revision-9')).json();
    const unpinned = await (await host.call(bundle, '/echo', forged)).json();
    expect(pinned.headers['wf-revision']).toBe('revision-9');
    expect(unpinned.headers['wf-revision']).toBeUndefined();
  });

  test("keeps the caller's credentials from the bundle", async () => {
    await using host = await startHosting();
    const bundle = await host.deploy('probe.mjs');
    const response = await host.call(bundle, '/echo', { headers: { authorization: 'ApiKey secret', cookie: 'a=b' } });
    expect(JSON.stringify(await response.json())).not.toMatch(/secret|a=b/);
  });

  test('streams a body of unknown length', async () => {
    await using host = await startHosting();
    const bundle = await host.deploy('probe.mjs');
    const body = new Blob(['x'.repeat(1_000_000)]).stream();
    const response = await host.call(bundle, '/echo', { method: 'POST', body, duplex: 'half' } as RequestInit);
    expect((await response.json()).body).toHaveLength(1_000_000);
  });

  test('streams an answer of unknown length', async () => {
    await using host = await startHosting();
    const response = await host.call(await host.deploy('probe.mjs'), '/stream');
    expect(await response.text()).toBe('part 1\npart 2\npart 3\n');
  });

  test('stops an endless answer when the reader cancels', async () => {
    await using host = await startHosting();
    const bundle = await host.deploy('probe.mjs');
    const reader = (await host.call(bundle, '/endless')).body?.getReader();
    expect((await reader?.read())?.value?.length).toBeGreaterThan(0);
    await reader?.cancel();
    expect((await host.call(bundle, '/health')).status).toBe(200);
  });

  test('fails with an abort when the caller cancels', async () => {
    await using host = await startHosting();
    const bundle = await host.deploy('probe.mjs');
    await host.call(bundle, '/health');
    const controller = new AbortController();
    const call = host.call(bundle, '/hang', { signal: controller.signal });
    controller.abort();
    await expect(call).rejects.toThrow();
    expect((await host.call(bundle, '/health')).status).toBe(200);
  });
});

describe('the process of a bundle', () => {
  test('is started once for concurrent calls and reused', async () => {
    await using host = await startHosting();
    const bundle = await host.deploy('probe.mjs');
    const answers = await Promise.all(
      Array.from({ length: 8 }, async () => (await host.call(bundle, '/process')).json()),
    );
    expect(new Set(answers.map(({ instance }) => instance)).size).toBe(1);
    const { instance } = await (await host.call(bundle, '/process')).json();
    expect(instance).toBe(answers[0].instance);
  });

  test('is separate for each app', async () => {
    await using host = await startHosting();
    const [mine, other] = [await host.deploy('probe.mjs', 'app-1'), await host.deploy('probe.mjs', 'app-2')];
    const [a, b] = [
      await (await host.call(mine, '/process')).json(),
      await (await host.call(other, '/process')).json(),
    ];
    expect(a.instance).not.toBe(b.instance);
  });

  test('sees the declared variables and nothing else of the environment', async () => {
    await using host = await startHosting({ backend: { readVariables: async () => ({ MODEL_URL: 'http://model' }) } });
    const { variables } = await (await host.call(await host.deploy('probe.mjs'), '/process')).json();
    expect(variables.filter((name: string) => name !== 'SystemRoot')).toEqual(expect.arrayContaining(['MODEL_URL']));
    expect(variables).not.toContain('PATH');
    expect(variables).not.toContain('USER');
  });

  test('reads its own bundle and no file next to it', async () => {
    await using host = await startHosting();
    const bundle = await host.deploy('probe.mjs');
    const own = join(host.dataDir, 'artifacts', `${bundle.artifact_sha256}.mjs`);
    const secret = join(host.dataDir, 'artifacts', 'secret');
    await host.call(bundle, '/health');
    await writeFile(secret, 'keys');
    expect((await host.call(bundle, `/read?file=${encodeURIComponent(own)}`)).status).toBe(200);
    const refused = await host.call(bundle, `/read?file=${encodeURIComponent(secret)}`);
    expect(await refused.json()).toEqual({ code: 'ERR_ACCESS_DENIED' });
  });

  test('is stopped when idle and restarted by the next call', async () => {
    await using host = await startHosting({ limits: { idleMs: 1 } });
    const bundle = await host.deploy('probe.mjs');
    const { instance } = await (await host.call(bundle, '/process')).json();
    await expect.poll(() => processesOf(host)).toEqual([]);
    const next = await (await host.call(bundle, '/process')).json();
    expect(next.instance).not.toBe(instance);
  });

  test('ends with hosting', async () => {
    const host = await startHosting();
    const bundle = await host.deploy('probe.mjs');
    await host.call(bundle, '/health');
    const running = processesOf(host);
    expect(running).not.toEqual([]);
    await host[Symbol.asyncDispose]();
    await untilAllGone(running);
    const late = await host.call(await host.deploy('probe.mjs'), '/process');
    expect([late.status, await late.json()]).toEqual([503, { detail: 'The service is stopping.' }]);
  });

  test('gets the parameters that it fetches from its parent', async () => {
    const asked: unknown[] = [];
    await using host = await startHosting({
      backend: {
        resolveConfiguration: async (deployment, reference) => {
          asked.push([deployment.app_id, reference]);
          return { words: 40 };
        },
      },
    });
    const body = '{"variant":"short","version":1}';
    const response = await host.call(await host.deploy('probe.mjs'), '/configuration', { method: 'POST', body });
    expect(await response.json()).toEqual({ words: 40 });
    expect(asked).toEqual([['app-1', { variant: 'short', version: 1 }]]);
  });

  test('gets an error for an unknown configuration', async () => {
    await using host = await startHosting({
      backend: {
        resolveConfiguration: async () => {
          throw new UserError({ code: 'WF_NOT_FOUND', message: 'No variant is called "x".' });
        },
      },
    });
    const body = '{"variant":"x"}';
    const response = await host.call(await host.deploy('probe.mjs'), '/configuration', { method: 'POST', body });
    expect(await response.json()).toEqual({ refused: 'No variant is called "x".' });
  });
});

describe('a change of variables', () => {
  test('makes the next call start another process, while old calls finish', async () => {
    let model = 'small';
    await using host = await startHosting({ backend: { readVariables: async () => ({ MODEL: model }) } });
    const bundle = await host.deploy('probe.mjs');
    const old = await (await host.call(bundle, '/process')).json();
    const running = processesOf(host);
    const stream = await host.call(bundle, '/endless');
    model = 'large';
    const changed = { ...bundle, variables_version: 1 };
    const next = await (await host.call(changed, '/process')).json();
    expect(next.instance).not.toBe(old.instance);
    expect(running.filter(isRunning)).toEqual(running);
    // A call that was planned before the change must not bring the old process back.
    expect((await (await host.call(bundle, '/process')).json()).instance).toBe(next.instance);
    await stream.body?.cancel();
    await untilAllGone(running);
    expect((await (await host.call(changed, '/process')).json()).instance).toBe(next.instance);
  });

  test("leaves out variables that would relax the process's flags", async () => {
    const variables = { NODE_OPTIONS: '--allow-child-process', LD_PRELOAD: '/nowhere.so', NODE_ENV: 'production' };
    await using host = await startHosting({ backend: { readVariables: async () => variables } });
    const seen = await (await host.call(await host.deploy('probe.mjs'), '/process')).json();
    expect(seen.variables).toContain('NODE_ENV');
    expect(seen.variables).not.toContain('NODE_OPTIONS');
    expect(seen.variables).not.toContain('LD_PRELOAD');
  });
});
