import { expect, test } from 'vitest';
import type { LogLine } from '../../../../src/contract/deployments/log.ts';
import { followLogs, readLogs } from '../../../../src/use-cases/deployments/read-logs.ts';
import { collect } from '../../../helpers/collect.ts';
import { fakeClient } from '../../../helpers/fake-client.ts';

const APP_ID = '01932c5e-1111-7000-8000-000000000001';
const LINES = [{ text: 'a' }] as unknown as LogLine[];

test('the last lines of the log are read, of all requests or of one', async () => {
  const { client, calls } = fakeClient({ listLogs: async () => LINES });
  expect(await readLogs({ client, app: APP_ID, lines: 20 })).toBe(LINES);
  await readLogs({ client, app: APP_ID, lines: 5, request: 'r-1' });
  expect(calls.map(({ input }) => input)).toEqual([
    { app_id: APP_ID, tail: 20 },
    { app_id: APP_ID, tail: 5, request_id: 'r-1' },
  ]);
});

test('another service has no logs', async () => {
  const { client } = fakeClient({ extensions: async () => null });
  const { signal } = new AbortController();
  const lacking = { message: 'This service lacks logs, an extension of wf.' };
  await expect(readLogs({ client, app: APP_ID, lines: 1 })).rejects.toMatchObject(lacking);
  await expect(collect(followLogs({ client, app: APP_ID, lines: 1, signal }))).rejects.toMatchObject(lacking);
});

test('following ends with the signal, and a failure before it is thrown', async () => {
  const controller = new AbortController();
  const asked: unknown[] = [];
  const ours = {
    async *followLogs(...input: unknown[]) {
      asked.push(input);
      yield* LINES;
      throw new Error('broken');
    },
  };
  const { client } = fakeClient({ extensions: async () => ours as never });
  const follow = () => collect(followLogs({ client, app: APP_ID, lines: 3, request: 'r', signal: controller.signal }));
  await expect(follow()).rejects.toThrow('broken');
  controller.abort();
  expect(await follow()).toEqual(LINES);
  expect(asked[0]).toEqual([{ app_id: APP_ID, tail: 3, request_id: 'r' }, { signal: controller.signal }]);
});
