import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { MAX_OPEN_QUESTIONS, MAX_UNASKED_LENGTH } from '../../src/contract/host-protocol/limits.ts';
import type { HostedDeployment } from '../../src/service/hosting/hosting.ts';
import { createSandbox } from '../../src/sandbox/create-sandbox.ts';
import { SANDBOX_KINDS } from '../../src/sandbox/sandbox-kind.ts';
import { packagePaths } from '../../src/use-cases/package-paths.ts';
import { SANDBOX_USERS } from '../helpers/hide-programs.ts';
import { startHosting, type TestHosting } from '../helpers/start-hosting.ts';

/** Each kind of sandbox, for each user that the tests can be: first what a service would use. */
const EACH = SANDBOX_USERS.flatMap((user) => SANDBOX_KINDS.map((kind) => ({ kind, user })));

const BACKOFF_MS = 3_600_000;
/** A service that is held up answers after seconds; a busy machine takes a part of one. */
const HELD_UP_MS = 1500;

const invalid = (reason: string): string => `sent an invalid message (${reason})`;
const toLine = (message: unknown): string => `${JSON.stringify(message)}\n`;
const answers = (value: unknown): string => toLine({ type: 'answers', answers: value });
const answer = { id: 1, status: 200, text: 'forged', retryAfter: null };
const question = (id: unknown, reference: unknown): string => toLine({ type: 'fetch-configuration', id, reference });

/** Lines that no message of the protocol is, and what the log says of each. */
const INVALID_LINES: readonly (readonly [string, string, string])[] = [
  ['garbage', 'garbage\n', 'a message that is not JSON'],
  ['bytes that are not text', '\u0000\uFFFD\n', 'a message that is not JSON'],
  ['an empty line', '\n', 'a message that is not JSON'],
  ['half of a message', '{"type":"rea\n', 'a message that is not JSON'],
  ['null', 'null\n', 'the message: invalid_type'],
  ['a list', '[null]\n', 'the message: invalid_type'],
  ['a number', '7\n', 'the message: invalid_type'],
  ['a message without a type', '{}\n', 'type: invalid_union'],
  ['an unknown type', '{"type":"exit"}\n', 'type: invalid_union'],
  ['a type of the service', toLine({ type: 'export-spans', settings: {} }), 'type: invalid_union'],
  ['a prototype in place of a type', '{"__proto__":{"type":"ready"}}\n', 'type: invalid_union'],
  ['ready twice', toLine({ type: 'ready' }), 'ready for the second time'],
  ['ready with another field', toLine({ type: 'ready', pid: 1 }), 'the message: unrecognized_keys'],
  ['answers of another shape', answers(5), 'answers: invalid_type'],
  ['no answers', answers([]), 'answers: too_small'],
  ['an answer that is null', answers([null]), 'answers.0: invalid_type'],
  ['more answers than it may', answers(Array.from({ length: 33 }, () => null)), 'answers: too_big'],
  ['an answer without an id', answers([{ ...answer, id: null }]), 'answers.0.id: invalid_type'],
  ['an answer with a large id', answers([{ ...answer, id: 1e300 }]), 'answers.0.id: too_big'],
  ['an answer with a text as status', answers([{ ...answer, status: '200' }]), 'answers.0.status: invalid_type'],
  ['an answer with a wrong status', answers([{ ...answer, status: 7 }]), 'answers.0.status: too_small'],
  ['an answer with an object as text', answers([{ ...answer, text: {} }]), 'answers.0.text: invalid_type'],
  ['an answer with a wrong delay', answers([{ ...answer, retryAfter: 5 }]), 'answers.0.retryAfter: invalid_type'],
  ['an answer with another field', answers([{ ...answer, headers: {} }]), 'answers.0: unrecognized_keys'],
  ['an answer to no call', answers([answer]), 'an answer to no call'],
  ['a question without a number', question('1', {}), 'id: invalid_type'],
  ['a question with a number below 1', question(0, {}), 'id: too_small'],
  ['a question about nothing', question(1, null), 'reference: invalid_type'],
  ['a question about a list', question(1, { variant: [] }), 'reference.variant: invalid_type'],
  ['a question with a long name', question(1, { variant: 'x'.repeat(5000) }), 'reference.variant: too_big'],
  ['a question about a secret', question(1, { secret: 'x' }), 'reference: unrecognized_keys'],
];

describe.each(EACH)('a bundle held by $kind, as user $user', ({ kind, user }) => {
  const isStrongest = kind === EACH[0]?.kind && user === EACH[0].user;
  /** A bundle that writes to the descriptor of its channel, as any code in its process can. */
  let host: TestHosting;
  let bundle: HostedDeployment;
  let other: HostedDeployment;
  /** A failed process is restarted after a delay: the clock of these tests skips it. */
  let now = Date.now();
  const logged: string[] = [];

  beforeAll(async () => {
    host = await startHosting({
      hostScript: packagePaths().hostScript,
      now: () => now,
      sandbox: createSandbox({ kinds: [kind] }),
      ...(user === null ? {} : { users: { first: user, last: user } }),
      backend: {
        appendLogs: async (_, lines) => void logged.push(...lines.map(({ text }) => text)),
      },
    });
    bundle = await host.deploy('hostile.mjs');
    other = await host.deploy('probe.mjs', 'app-2');
    await host.call(other, '/health');
  });

  afterAll(async () => await host[Symbol.asyncDispose]());

  async function attempt(way: string, target = ''): Promise<Response> {
    now += BACKOFF_MS;
    return await host.call(bundle, `/${way}?target=${encodeURIComponent(target)}`);
  }

  /** The call fails with the reason, the log has it, the service and other bundles continue, and so does the next call. */
  async function expectEnded(failed: Response, reason: string): Promise<void> {
    expect(failed.status).toBe(502);
    expect(await failed.json()).toEqual({
      detail: `The workflow of app "support" failed in the middle of the call: its process ${reason} and was killed.`,
    });
    await expect.poll(() => logged).toContain(`The workflow failed: its process ${reason} and was killed.`);
    expect((await host.call(other, '/health')).status).toBe(200);
    expect(await (await attempt('health')).json()).toEqual({ got: 'ok' });
  }

  describe('a line on the channel that is not a message of the protocol ends its bundle', () => {
    // The service checks them alike in each sandbox.
    test.each(isStrongest ? INVALID_LINES : INVALID_LINES.slice(0, 1))('%s', async (_, line, reason) => {
      await expectEnded(await attempt('write-channel', line), invalid(reason));
    });
  });

  describe('what a bundle does to its channel ends at most this bundle', () => {
    test('garbage on every open descriptor', async () => {
      await expectEnded(await attempt('write-everywhere', 'garbage\n'), invalid('a message that is not JSON'));
    });

    test('a message without an end, which the service never holds in memory', async () => {
      const before = process.memoryUsage().rss;
      await expectEnded(
        await attempt('fill-channel', 'x'),
        invalid(`a message of more than ${MAX_UNASKED_LENGTH} characters`),
      );
      expect(process.memoryUsage().rss - before).toBeLessThan(100 * 1024 * 1024);
    });

    test('a flood of valid questions', async () => {
      const flooding = attempt('flood-channel', question(1, { variant: 'main' }).trimEnd());
      await expectEnded(
        await flooding,
        invalid(`more than ${MAX_OPEN_QUESTIONS} requests without waiting for an answer`),
      );
    });

    test('its closing', async () => {
      await expectEnded(await attempt('close-channel'), 'closed its channel to the service');
    });

    test('the closing of one direction, after which our runtime ends its process', async () => {
      const failed = await attempt('half-close-channel');
      const { detail } = (await failed.json()) as { readonly detail: string };
      const ending =
        'The workflow of app "support" failed in the middle of the call: its process was ended by SIGKILL.';
      // A shell of the sandbox may add that it was killed.
      expect(detail.slice(0, ending.length)).toBe(ending);
      expect(await (await attempt('health')).json()).toEqual({ got: 'ok' });
    });

    if (!isStrongest) return;

    test('an answer forged while a real call waits', async () => {
      const signal = new AbortController().signal;
      const forged = answers([{ ...answer, id: 77 }]);
      const path = `/write-channel?target=${encodeURIComponent(forged)}`;
      now += BACKOFF_MS;
      const asked = host.hosting.ask({ deployment: bundle, path: '/run', body: '{}', revisionId: null, signal });
      await expectEnded(await host.call(bundle, path), invalid('an answer to no call'));
      expect((await asked).status).toBe(502);
    });
  });

  describe('what a bundle may do without end leaves the others their time', () => {
    const slowest = async (work: Promise<unknown>): Promise<number> => {
      const state = { isDone: false };
      void work.finally(() => (state.isDone = true));
      const times: number[] = [];
      while (!state.isDone) {
        const started = performance.now();
        expect((await host.call(other, '/health')).status).toBe(200);
        times.push(performance.now() - started);
      }
      return times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? Infinity;
    };

    test('a flood of output waits for its pipe', async () => {
      const flooding = attempt('flood-output', 'x');
      expect(await slowest(flooding)).toBeLessThan(HELD_UP_MS);
      expect((await flooding).status).toBe(200);
      expect(await (await attempt('health')).json()).toEqual({ got: 'ok' });
    });

    if (!isStrongest) return;

    test('questions by its own runtime are answered at a limited rate', async () => {
      const asking = attempt('ask-forever');
      expect(await slowest(asking)).toBeLessThan(HELD_UP_MS);
      const { got } = (await (await asking).json()) as { got: number };
      // 1,000 a second for two seconds, and those in flight at the end.
      expect(got).toBeGreaterThan(500);
      expect(got).toBeLessThan(6000);
    });
  });

  test('is held by that', async () => {
    expect(await createSandbox({ kinds: [kind] }).kindFor(user)).toBe(kind);
  });
});
