import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { UserError } from '../../../../src/foundation/errors/wf-error.ts';
import type { HostingBackend } from '../../../../src/service/hosting/hosting.ts';
import { startHosting, type StartHostingOptions } from '../../../helpers/start-hosting.ts';
import { isRunning, processesOf, untilAllGone } from '../../../helpers/watch-process.ts';

/** Hosting with one deployed bundle, whose paths are those of `probe.mjs`. */
async function openProbe(options: StartHostingOptions = {}) {
  const host = await startHosting(options);
  const bundle = await host.deploy('probe.mjs');
  const call = (path: string, init?: RequestInit, revisionId?: string) => host.call(bundle, path, init, revisionId);
  const instanceOf = async (deployment = bundle): Promise<unknown> =>
    (await (await host.call(deployment, '/process')).json()).instance;
  return { host, bundle, call, instanceOf, [Symbol.asyncDispose]: () => host[Symbol.asyncDispose]() };
}

describe('a call', () => {
  test('reaches the bundle with all of it but what is for the service', async () => {
    await using probe = await openProbe();
    const sent = {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-mine': 'yes', authorization: 'ApiKey secret', cookie: 'a=b' },
      body: '{"text":"Grüße"}',
    };
    const response = await probe.call('/echo?inline=true', sent);
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/json']);
    const answer = await response.json();
    expect(answer).toMatchObject({
      method: 'POST',
      url: '/echo?inline=true',
      body: '{"text":"Grüße"}',
      headers: { 'x-mine': 'yes' },
    });
    expect(JSON.stringify(answer)).not.toMatch(/secret|a=b/);
  });

  test.each([
    ['revision-9', 'revision-9'],
    [undefined, undefined],
  ])('carries the pinned revision %s, not one that the caller sent', async (pinned, seen) => {
    await using probe = await openProbe();
    const response = await probe.call('/echo', { headers: { 'wf-revision': 'forged' } }, pinned);
    expect((await response.json()).headers['wf-revision']).toBe(seen);
  });

  test('streams a body of unknown length', async () => {
    await using probe = await openProbe();
    const body = new Blob(['x'.repeat(1_000_000)]).stream();
    // Fetch requires `duplex` for a stream; the type of the DOM does not know it.
    const response = await probe.call('/echo', { method: 'POST', body, duplex: 'half' } as RequestInit);
    expect((await response.json()).body).toHaveLength(1_000_000);
  });

  test('stops an endless answer when the reader cancels', async () => {
    await using probe = await openProbe();
    const reader = (await probe.call('/endless')).body?.getReader();
    expect((await reader?.read())?.value?.length).toBeGreaterThan(0);
    await reader?.cancel();
    expect((await probe.call('/health')).status).toBe(200);
  });

  test('fails with an abort when the caller cancels', async () => {
    await using probe = await openProbe();
    await probe.call('/health');
    const controller = new AbortController();
    const call = probe.call('/hang', { signal: controller.signal });
    controller.abort();
    await expect(call).rejects.toThrow();
    expect((await probe.call('/health')).status).toBe(200);
  });
});

describe('the process of a bundle', () => {
  test('is started once for concurrent calls and reused', async () => {
    await using probe = await openProbe();
    const instances = await Promise.all(Array.from({ length: 8 }, () => probe.instanceOf()));
    expect(new Set([...instances, await probe.instanceOf()]).size).toBe(1);
  });

  test('ends when no call came for a while, and the next one starts another', async () => {
    await using probe = await openProbe({ limits: { idleMs: 10 } });
    const first = await probe.instanceOf();
    await untilAllGone(processesOf(probe.host));
    expect(await probe.instanceOf()).not.toBe(first);
  });

  test('reads its own bundle and no file next to it', async () => {
    await using probe = await openProbe();
    const folder = join(probe.host.dataDir, 'artifacts');
    const read = (file: string) => probe.call(`/read?file=${encodeURIComponent(join(folder, file))}`);
    await probe.call('/health');
    await writeFile(join(folder, 'secret'), 'keys');
    expect((await read(`${probe.bundle.artifact_sha256}.mjs`)).status).toBe(200);
    expect(await (await read('secret')).json()).toEqual({
      code: expect.stringMatching(/^(?:ERR_ACCESS_DENIED|ENOENT)$/),
    });
  });

  test('ends with hosting', async () => {
    const probe = await openProbe();
    await probe.call('/health');
    const running = processesOf(probe.host);
    expect(running).not.toEqual([]);
    await probe[Symbol.asyncDispose]();
    await untilAllGone(running);
    const late = await probe.call('/process');
    expect([late.status, await late.json()]).toEqual([503, { detail: 'The service is stopping.' }]);
  });

  test('gets the parameters that it fetches, or why there are none', async () => {
    const asked: unknown[] = [];
    const answers: (() => Record<string, unknown>)[] = [
      () => ({ words: 40 }),
      () => {
        throw new UserError({ code: 'WF_NOT_FOUND', message: 'No variant is called "x".' });
      },
      () => {
        throw new Error('The database is closed.');
      },
    ];
    const resolveConfiguration: HostingBackend['resolveConfiguration'] = async (deployment, reference) => {
      asked.push([deployment.app_id, reference]);
      return answers.shift()?.() ?? {};
    };
    await using probe = await openProbe({ backend: { resolveConfiguration } });
    const body = '{"variant":"short","version":1}';
    const fetched: unknown[] = [];
    for (let call = 0; call < 3; call += 1) {
      fetched.push(await (await probe.call('/configuration', { method: 'POST', body })).json());
    }
    expect(fetched).toEqual([
      { words: 40 },
      { refused: 'No variant is called "x".' },
      { refused: 'The database is closed.' },
    ]);
    expect(asked).toEqual(Array.from({ length: 3 }, () => ['app-1', { variant: 'short', version: 1 }]));
  });

  test('sees the declared variables, except those that would relax its flags', async () => {
    const declared = { NODE_OPTIONS: '--allow-child-process', LD_PRELOAD: '/nowhere.so', MODEL_URL: 'http://model' };
    await using probe = await openProbe({ backend: { readVariables: async () => declared } });
    const { variables } = await (await probe.call('/process')).json();
    expect(variables).toContain('MODEL_URL');
    for (const name of ['NODE_OPTIONS', 'LD_PRELOAD', 'PATH', 'USER']) expect(variables).not.toContain(name);
  });

  test('is another one after a change of variables, while old calls finish', async () => {
    let model = 'small';
    await using probe = await openProbe({ backend: { readVariables: async () => ({ MODEL: model }) } });
    const old = await probe.instanceOf();
    const running = processesOf(probe.host);
    const stream = await probe.call('/endless');
    model = 'large';
    const changed = { ...probe.bundle, variables_version: 1 };
    const next = await probe.instanceOf(changed);
    expect(next).not.toBe(old);
    expect(running.filter(isRunning)).toEqual(running);
    // A call that was planned before the change must not bring the old process back.
    expect(await probe.instanceOf()).toBe(next);
    await stream.body?.cancel();
    await untilAllGone(running);
    expect(await probe.instanceOf(changed)).toBe(next);
  });

  test('is another one where others have been read since it was started, and the same where they are equal', async () => {
    let model = 'small';
    await using probe = await openProbe({ backend: { readVariables: async () => ({ MODEL: model }) } });
    const planned = () => ({ ...probe.bundle, variables: { values: { MODEL: model }, readAt: performance.now() } });
    const before = planned();
    const first = await probe.instanceOf(before);
    expect(await probe.instanceOf(planned())).toBe(first);
    model = 'large';
    const after = planned();
    const second = await probe.instanceOf(after);
    expect(second).not.toBe(first);
    // A run that began before must not replace the process of one that began later.
    expect(await probe.instanceOf(before)).toBe(second);
    expect(await probe.instanceOf(after)).toBe(second);
  });

  test('is separate for each app and set of variables, whichever deployment of it is called', async () => {
    await using probe = await openProbe();
    const { bundle, instanceOf } = probe;
    const environment = (variablesId: string | null, isProtected = false) => ({
      ...bundle,
      environment: { variablesId, isProtected },
    });
    const own = await Promise.all(
      [bundle, { ...bundle, app_id: 'b' }, environment('x'), environment('x', true), environment(null, true)].map(
        async (deployment) => await instanceOf(deployment),
      ),
    );
    expect(new Set(own).size).toBe(own.length);
    const same = [environment(null), { ...bundle, variables_version: 0 }, { ...environment('x'), id: 'e' }];
    const known = await Promise.all(same.map(async (deployment) => await instanceOf(deployment)));
    expect(known).toEqual([own[0], own[0], own[2]]);
  });
});
