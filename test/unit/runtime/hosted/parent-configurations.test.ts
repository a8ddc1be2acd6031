import { describe, expect, test } from 'vitest';
import type { FetchConfiguration } from '../../../../src/contract/host-protocol/bundle-protocol.ts';
import { MAX_NAME_LENGTH } from '../../../../src/contract/host-protocol/limits.ts';
import type { ServiceMessage } from '../../../../src/contract/host-protocol/source-protocol.ts';
import { parentConfigurations } from '../../../../src/runtime/hosted/parent-channel.ts';

/** A parent process that records requests and answers on command. */
function fakeParent() {
  const asked: FetchConfiguration[] = [];
  let listen: (message: ServiceMessage) => void = () => undefined;
  const source = parentConfigurations({
    send: (message) => asked.push(message),
    onMessage: (listener) => {
      listen = listener;
    },
  });
  return { asked, source, say: (message: ServiceMessage) => listen(message) };
}

const call = { signal: new AbortController().signal };

describe('configurations that the parent knows', () => {
  test("are the parent's answers, in any order", async () => {
    const { asked, source, say } = fakeParent();
    const [first, second] = [source({ variant: 'a' }, call), source({ variant: 'b' }, call)];
    expect(asked).toEqual([
      { type: 'fetch-configuration', id: 1, reference: { variant: 'a' } },
      { type: 'fetch-configuration', id: 2, reference: { variant: 'b' } },
    ]);
    say({ type: 'configuration', id: 2, params: { b: 2 } });
    say({ type: 'configuration', id: 1, params: { a: 1 } });
    expect([await first, await second]).toEqual([{ a: 1 }, { b: 2 }]);
  });

  test('are cached by revision, but not by name', async () => {
    const { asked, source, say } = fakeParent();
    const first = source({ revision: 'r-1' }, call);
    const second = source({ revision: 'r-1' }, call);
    say({ type: 'configuration', id: 1, params: { a: 1 } });
    expect([await first, await second, await source({ revision: 'r-1' }, call)]).toEqual([
      { a: 1 },
      { a: 1 },
      { a: 1 },
    ]);
    void source({ environment: 'production' }, call);
    void source({ environment: 'production' }, call);
    expect(asked.length).toBe(3);
  });

  test('are fetched again after a failure', async () => {
    const { asked, source, say } = fakeParent();
    const failing = source({ revision: 'r-1' }, call);
    say({ type: 'configuration-failure', id: 1, code: 'WF_DATABASE', message: 'The database is busy.' });
    await expect(failing).rejects.toMatchObject({ code: 'WF_FAILED', message: 'The database is busy.' });
    void source({ revision: 'r-1' }, call);
    expect(asked.length).toBe(2);
  });

  test('are cached for the thousand revisions that were used last', async () => {
    const { asked, source, say } = fakeParent();
    for (let id = 1; id <= 1001; id += 1) {
      const asking = source({ revision: `r-${id}` }, call);
      say({ type: 'configuration', id, params: {} });
      await asking;
    }
    await source({ revision: 'r-2' }, call);
    expect(asked.length).toBe(1001);
    void source({ revision: 'r-1' }, call);
    expect(asked.length).toBe(1002);
  });

  test('may be missing, which is no failure', async () => {
    const { source, say } = fakeParent();
    const asking = source({ variant: 'x' }, call);
    say({ type: 'configuration-failure', id: 1, code: 'WF_NOT_FOUND', message: 'No variant is called "x".' });
    await expect(asking).rejects.toMatchObject({ code: 'WF_NOT_FOUND', message: 'No variant is called "x".' });
  });

  test('are not waited for by a cancelled call', async () => {
    const { source } = fakeParent();
    const controller = new AbortController();
    const asking = source({ variant: 'x' }, { signal: controller.signal });
    controller.abort();
    await expect(asking).rejects.toThrow('aborted');
    await expect(source({ variant: 'x' }, { signal: controller.signal })).rejects.toThrow('aborted');
  });

  test('do not come from other messages', async () => {
    const { source, say } = fakeParent();
    const asking = source({ variant: 'x' }, call);
    say({ type: 'cancel-call', id: 1 });
    say({ type: 'configuration', id: 99, params: {} });
    say({ type: 'configuration', id: 1, params: { a: 1 } });
    expect(await asking).toEqual({ a: 1 });
  });

  test.each([
    ['longer than the protocol allows', { variant: 'x'.repeat(MAX_NAME_LENGTH + 1) }],
    // Author's code in plain JavaScript may pass anything.
    ['not text', { variant: 7 as unknown as string }],
  ])('are not asked for by a name that is %s', async (_, reference) => {
    const { asked, source } = fakeParent();
    await expect(source(reference, call)).rejects.toMatchObject({ code: 'WF_NOT_FOUND' });
    expect(asked).toEqual([]);
  });

  test('are asked for by a name of the maximum length', () => {
    const { asked, source } = fakeParent();
    void source({ variant: 'x'.repeat(MAX_NAME_LENGTH) }, call);
    expect(asked.length).toBe(1);
  });
});
