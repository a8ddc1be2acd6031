import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { MAX_OPEN_QUESTIONS, MAX_UNASKED_LENGTH } from '../../src/contract/host-protocol/limits.ts';
import { CHANNEL_MESSAGE, CHANNEL_VALUES, formatSize } from '../../src/foundation/sizes.ts';
import { type HeldBundle, holdBundle, SANDBOXES } from '../helpers/hold-bundle.ts';

/** Bundles that write to the descriptor of their channel, as any code in their processes can: one in each sandbox. */
const held: HeldBundle[] = [];

beforeAll(async () => {
  held.push(...(await Promise.all(SANDBOXES.map((each) => holdBundle(each)))));
});

afterAll(async () => {
  await Promise.all(held.map((each) => each[Symbol.asyncDispose]()));
});

const MIDDLE = 'The workflow of app "support" failed in the middle of the call: its process ';
const invalid = (reason: string): string => `sent an invalid message (${reason})`;
const toLine = (message: object): string => `${JSON.stringify(message)}\n`;

/** The call failed with the reason, the log has it, the service and other bundles continue, and so does the next call. */
async function expectEnded({ host, other, logged, attempt }: HeldBundle, failed: Response, reason: string) {
  expect([failed.status, await failed.json()]).toEqual([502, { detail: `${MIDDLE}${reason} and was killed.` }]);
  await expect.poll(() => logged).toContain(`The workflow failed: its process ${reason} and was killed.`);
  expect((await host.call(other, '/health')).status).toBe(200);
  expect(await (await attempt('health')).json()).toEqual({ got: 'ok' });
}

describe('what a bundle does to its channel ends at most this bundle, in each sandbox', () => {
  // What else is not a message of the protocol: the unit tests of its parser.
  test.each([
    ['a line that is not a message', 'write-channel', 'garbage\n', invalid('a message that is not JSON')],
    ['garbage on every open descriptor', 'write-everywhere', 'garbage\n', invalid('a message that is not JSON')],
    ['its closing', 'close-channel', '', 'closed its channel to the service'],
  ])('%s', async (_, path, target, reason) => {
    await Promise.all(held.map(async (each) => await expectEnded(each, await each.attempt(path, target), reason)));
  });

  test('the closing of one direction, which our runtime and the service both notice', async () => {
    // A shell of the sandbox may add that it was killed.
    const ending = /: its process (was ended by SIGKILL\.|closed its channel to the service and was killed\.)/;
    const close = async ({ attempt }: HeldBundle) => {
      const { detail } = (await (await attempt('half-close-channel')).json()) as { readonly detail: string };
      return [ending.test(detail), await (await attempt('health')).json()];
    };
    expect(await Promise.all(held.map(close))).toEqual(held.map(() => [true, { got: 'ok' }]));
  });
});

/** The service checks these alike in each sandbox. */
describe('in the strongest sandbox', () => {
  let strongest: HeldBundle;

  beforeAll(() => {
    const [first] = held;
    if (first === undefined) throw new Error('Every system has a sandbox.');
    strongest = first;
  });

  const question = toLine({ type: 'fetch-configuration', id: 1, reference: { variant: 'main' } });

  test.each([
    ['a message of many lists', 'send-lists', '10000', `a message of more than ${formatSize(CHANNEL_VALUES)}`],
    [
      'a message without an end',
      'fill-channel',
      'x',
      `a message of more than ${MAX_UNASKED_LENGTH.toLocaleString('en-US')} characters`,
    ],
    [
      'a flood of valid questions',
      'flood-channel',
      question.trimEnd(),
      `more than ${MAX_OPEN_QUESTIONS} requests without waiting for an answer`,
    ],
  ])('%s ends its bundle', async (_, path, target, reason) => {
    await expectEnded(strongest, await strongest.attempt(path, target), invalid(reason));
  });

  test('25 MB of lists while a real call waits are not read, and end their bundle', async () => {
    const { host, bundle: deployment, attempt } = strongest;
    const { signal } = new AbortController();
    const asked = host.hosting.ask({ deployment, path: '/run', body: '{}', revisionId: null, signal });
    const reason = invalid(`a message of more than ${formatSize(CHANNEL_MESSAGE)}`);
    await expectEnded(strongest, await attempt('send-lists', '8400000'), reason);
    expect((await asked).status).toBe(502);
  });

  test('an answer forged while a real call waits ends its bundle', async () => {
    const { host, bundle: deployment, attempt } = strongest;
    const { signal } = new AbortController();
    const asked = host.hosting.ask({ deployment, path: '/run', body: '{}', revisionId: null, signal });
    const forged = toLine({ type: 'answers', answers: [{ id: 77, status: 200, text: 'forged', retryAfter: null }] });
    await expectEnded(strongest, await attempt('write-channel', forged), invalid('an answer to no call'));
    expect((await asked).status).toBe(502);
  });

  describe('while the clock of the service stands still', () => {
    afterEach(() => void vi.useRealTimers());

    test.each([
      ['a megabyte of output waits for its pipe', 'print-much', ''],
      ['300 questions by its own runtime wait for their answers', 'ask-often', '300'],
    ])('%s, and another bundle answers', async (_, path, target) => {
      const { host, other, attempt } = strongest;
      expect(await (await attempt('health')).json()).toEqual({ got: 'ok' });
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
      const state = { isDone: false };
      const flooding = attempt(path, target).finally(() => (state.isDone = true));
      for (let asked = 0; asked < 100; asked += 1) expect((await host.call(other, '/health')).status).toBe(200);
      expect(state.isDone).toBe(false);
      while (!state.isDone) await vi.advanceTimersByTimeAsync(50);
      expect([(await flooding).status, await (await attempt('health')).json()]).toEqual([200, { got: 'ok' }]);
    });
  });
});
