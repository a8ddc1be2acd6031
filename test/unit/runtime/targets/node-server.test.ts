import { afterEach, expect, test, vi } from 'vitest';
import { runServer } from '../../../../src/runtime/targets/node-server.ts';
import { route } from '../../../../src/sdk/index.ts';
import { startHttpServer } from '../../../helpers/start-http-server.ts';

const workflow = { double: route('/double', {}, ({ input }) => Number(input['n']) * 2) };
const SIGNALS = ['SIGTERM', 'SIGINT'] as const;

afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  process.exitCode = undefined;
});

/** Runs the server in this process, and returns what it printed and its own listeners for signals. */
async function run(variables: Readonly<Record<string, string>>) {
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);
  const known = new Set(SIGNALS.flatMap((signal) => process.rawListeners(signal)));
  const printed = { stdout: '', stderr: '' };
  for (const stream of ['stdout', 'stderr'] as const) {
    vi.spyOn(process[stream], 'write').mockImplementation((text) => {
      printed[stream] += String(text);
      return true;
    });
  }
  await runServer(workflow, 'shop');
  vi.restoreAllMocks();
  const added = SIGNALS.flatMap((signal) =>
    process.rawListeners(signal).flatMap((listener) => (known.has(listener) ? [] : [{ signal, listener }])),
  );
  const stop = () => {
    for (const { signal, listener } of added) process.removeListener(signal, listener as () => void);
    // Listeners for one time are wrapped, with the original next to them; any of them stops the server.
    for (const { listener } of added.slice(0, 1)) (listener as unknown as { listener: () => void }).listener();
  };
  return { ...printed, exitCode: process.exitCode, signals: added.map(({ signal }) => signal), stop };
}

const call = (url: string) => fetch(`${url}/run/double`, { method: 'POST', body: '{"n":4}' });

test('a server prints its address, answers, and stops at a signal', async () => {
  const { stdout, stderr, exitCode, signals, stop } = await run({ PORT: '0', HOST: '' });
  const url = /^shop answers on (http:\/\/127\.0\.0\.1:\d+)\n$/.exec(stdout)?.[1] ?? '';
  expect([url !== '', stderr, exitCode, signals]).toEqual([true, '', undefined, ['SIGTERM', 'SIGINT']]);
  expect(await (await call(url)).json()).toMatchObject({ data: 8 });
  stop();
  await vi.waitFor(async () => {
    await expect(call(url)).rejects.toThrow('fetch failed');
  });
});

test.each(['x', '65536', '-1', '1.5', ' 80', '123456'])('the port %j is refused with one line', async (PORT) => {
  expect(await run({ PORT })).toMatchObject({
    stdout: '',
    stderr: `PORT is ${JSON.stringify(PORT)}, which is not a port.\n`,
    exitCode: 1,
    signals: [],
  });
});

test('a port that is taken is refused with one line', async () => {
  await using taken = await startHttpServer((_, response) => void response.end());
  const { port } = new URL(taken.url);
  const { stderr, exitCode } = await run({ PORT: port });
  expect([stderr.endsWith('\n'), stderr.split('\n').length, stderr.includes(port), exitCode]).toEqual([
    true,
    2,
    true,
    1,
  ]);
});

test('an incomplete address of the service is refused', async () => {
  expect(await run({ PORT: '0', WF_BASE_URL: 'http://127.0.0.1:1', WF_API_KEY: '' })).toMatchObject({
    stderr: 'WF_BASE_URL is set, but WF_API_KEY, the key for it, is not.\n',
    exitCode: 1,
  });
});
