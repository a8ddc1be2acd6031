import { describe, expect, test } from 'vitest';
import { ipcConfigurations } from '../../../../src/runtime/hosted/ipc-configurations.ts';

type Question = { readonly type: string; readonly id: number; readonly reference: object };

/** A parent process that notes what it is asked, and answers when told to. */
function fakeParent() {
  const asked: Question[] = [];
  let listen: (message: unknown) => void = () => undefined;
  const source = ipcConfigurations({
    send: (message) => asked.push(message as Question),
    onMessage: (listener) => {
      listen = listener;
    },
  });
  return { asked, source, say: (message: unknown) => listen(message) };
}

const call = { signal: new AbortController().signal };

describe('ipcConfigurations', () => {
  test('asks the parent and gives what it answers, whatever the order', async () => {
    const { asked, source, say } = fakeParent();
    const [first, second] = [source({ variant: 'a' }, call), source({ variant: 'b' }, call)];
    expect(asked).toEqual([
      { type: 'configuration', id: 1, reference: { variant: 'a' } },
      { type: 'configuration', id: 2, reference: { variant: 'b' } },
    ]);
    say({ type: 'configuration', id: 2, params: { b: 2 } });
    say({ type: 'configuration', id: 1, params: { a: 1 } });
    expect([await first, await second]).toEqual([{ a: 1 }, { b: 2 }]);
  });

  test('remembers a revision, and no name', async () => {
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

  test('asks again for a revision that failed', async () => {
    const { asked, source, say } = fakeParent();
    const failing = source({ revision: 'r-1' }, call);
    say({ type: 'configuration', id: 1, error: { code: 'WF_DATABASE', message: 'The database is busy.' } });
    await expect(failing).rejects.toMatchObject({ code: 'WF_FAILED', message: 'The database is busy.' });
    void source({ revision: 'r-1' }, call);
    expect(asked.length).toBe(2);
  });

  test('forgets the revision that was asked for longest ago', async () => {
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

  test('knows what is not found from what failed', async () => {
    const { source, say } = fakeParent();
    const asking = source({ variant: 'x' }, call);
    say({ type: 'configuration', id: 1, error: { code: 'WF_NOT_FOUND', message: 'No variant is called "x".' } });
    await expect(asking).rejects.toMatchObject({ code: 'WF_NOT_FOUND', message: 'No variant is called "x".' });
  });

  test('a call that is given up waits no longer', async () => {
    const { source } = fakeParent();
    const controller = new AbortController();
    const asking = source({ variant: 'x' }, { signal: controller.signal });
    controller.abort();
    await expect(asking).rejects.toThrow('aborted');
    await expect(source({ variant: 'x' }, { signal: controller.signal })).rejects.toThrow('aborted');
  });

  test.each([[null], ['x'], [{}], [{ type: 'other', id: 1 }], [{ type: 'configuration', id: 99, params: {} }]])(
    'leaves the message %j alone',
    async (message) => {
      const { source, say } = fakeParent();
      const asking = source({ variant: 'x' }, call);
      say(message);
      say({ type: 'configuration', id: 1, params: { a: 1 } });
      expect(await asking).toEqual({ a: 1 });
    },
  );
});
