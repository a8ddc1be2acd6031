import type { ChildProcess } from 'node:child_process';
import { expect, test } from 'vitest';
import { addVariant, startPublicService } from '../helpers/other-services/public-service.ts';
import { parametersOf } from '../helpers/other-services/public-state.ts';
import { runWf } from '../helpers/run-wf.ts';
import { tempFolder } from '../helpers/temp-folder.ts';

/** Sends signals to the command once the first of its two requests was carried out, and then answers it. */
async function unsetInterrupted(...signals: readonly NodeJS.Signals[]) {
  const service = await startPublicService({ isHistoryBroken: false });
  const folder = await tempFolder();
  const { state, appId } = service;
  addVariant(state, { appId, configName: 'n', parameters: { a: 1, b: 2 } });
  const place = { cwd: folder.root, env: { WF_BASE_URL: service.url, WF_APP: 'support' } };
  const wf = async (line: string, onStart: (child: ChildProcess) => void = () => undefined) =>
    await runWf(line.split(' '), { ...place, onStart });
  let child: ChildProcess | undefined;
  let said = '';
  service.misbehaves = async (received, answer) => {
    const reply = await answer(received);
    if (received.method !== 'PUT' || child === undefined) return reply;
    const [first, second] = signals;
    child.kill(first);
    const ended = new Promise((done) => child?.on('close', done));
    if (first === 'SIGKILL') await ended;
    else await new Promise<void>((done) => child?.stderr?.on('data', (text) => (said += text) && done()));
    if (second !== undefined) {
      child.kill(second);
      await ended;
    }
    child = undefined;
    return reply;
  };
  const run = await wf('variants update app.n --unset a', (started) => (child = started));
  service.misbehaves = null;
  return {
    run,
    wf,
    parameters: () => parametersOf(state, 'app.n'),
    [Symbol.asyncDispose]: async () => {
      await service[Symbol.asyncDispose]();
      await folder[Symbol.asyncDispose]();
    },
  };
}

test.concurrent.each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
  ['SIGHUP', 129],
] as const)('%s between two requests that belong together lets both be sent', async (signal, exitCode) => {
  await using cut = await unsetInterrupted(signal);
  expect(cut.run).toEqual({
    stdout: '',
    stderr: `Completing the change of app.n first. Ctrl-C again stops at once.
Error: Interrupted. app.n has its new parameters.
  Try: wf variants revert app.n --to 1
`,
    exitCode,
  });
  expect(cut.parameters()).toEqual({ b: 2 });
  expect(await cut.wf('variants list')).toMatchObject({ stderr: '', exitCode: 0 });
});

test.concurrent.each([
  [
    'a second Ctrl-C',
    ['SIGINT', 'SIGINT'],
    130,
    'Revision 1 has the old ones.\n  Try: wf variants revert app.n --to 1',
  ],
  ['kill -9', ['SIGKILL'], null, ''],
] as const)('after %s, the next command offers to restore what stands', async (_, signals, exitCode, says) => {
  await using cut = await unsetInterrupted(...signals);
  expect(cut.run).toMatchObject({ stdout: '', stderr: expect.stringContaining(says), exitCode });
  expect(cut.parameters()).toEqual({});
  const offered = await cut.wf('variants list --json');
  const restore = 'variants revert app.n --to 1 --app support';
  expect(offered.stderr).toBe(
    `Warning: A change of app.n was cut off, and it has no parameters now. To restore them: wf ${restore}\n`,
  );
  expect(await cut.wf(restore)).toMatchObject({ stderr: '', exitCode: 0 });
  expect(cut.parameters()).toEqual({ a: 1, b: 2 });
  expect(await cut.wf('variants list')).toMatchObject({ stderr: '', exitCode: 0 });
});
