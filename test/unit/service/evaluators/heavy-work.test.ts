import { afterEach, expect, test } from 'vitest';
import { createHeavyWork, type ScoreProcesses } from '../../../../src/service/evaluators/scoring/create-heavy-work.ts';
import { packagePaths } from '../../../../src/use-cases/package-paths.ts';

let opened: ScoreProcesses | undefined;

afterEach(() => opened?.close());

function open(limits: Parameters<typeof createHeavyWork>[1] = {}): ScoreProcesses {
  opened = createHeavyWork(packagePaths().scoreScript, limits);
  return opened;
}

const jsonata = (expression: string, caller = 'a') => ({
  key: 'auto_jsonata',
  settings: JSON.stringify({ expression }),
  caller,
});
const regex = { key: 'auto_regex_test', settings: JSON.stringify({ regex_pattern: '(a+)+$' }), caller: 'a' };
const ENDLESS = { output: `${'a'.repeat(60)}!`, row: {} };
const FAILED = (message: string) => ({ type: 'error', value: null, error: { message, stacktrace: null } });

test('rows are scored in their order, whatever the number of processes', async () => {
  const { score } = open();
  const scores = Array.from(
    { length: 100 },
    async (_, n) => await score(jsonata('n * $row.m'), { output: { n }, row: { m: 2 } }),
  );
  expect(await Promise.all(scores)).toEqual(Array.from({ length: 100 }, (_, n) => ({ type: 'number', value: 2 * n })));
});

test('a row over the memory limit fails, and the next one does not', async () => {
  const { score } = open({ memoryMb: 64, timeMs: 600_000 });
  const large = await score(jsonata('$count($sort([1..9999999]))'), { output: 1, row: {} });
  expect(large).toEqual(FAILED('auto_jsonata needed more than 64 MB of memory and was stopped.'));
  expect(await score(jsonata('1'), { output: 1, row: {} })).toEqual({ type: 'number', value: 1 });
});

test('a row over the size limit is not sent', async () => {
  const { score } = open({ characters: 100 });
  expect(await score(jsonata('1'), { output: 'x'.repeat(90), row: { a: 'y'.repeat(90) } })).toEqual(
    FAILED('auto_jsonata scores at most 100 characters of output and row together.'),
  );
});

test('settings that do not compile are a problem of their setting', async () => {
  const { check } = open();
  expect(await check(jsonata('1 +'))).toEqual({
    setting: 'expression',
    message: expect.stringContaining('Input should be a JSONata expression'),
  });
  expect(await check(jsonata('1 + 1'))).toBeNull();
});

test('an abandoned row ends with its reason, and the process goes on', async () => {
  const { score } = open({ processes: 1 });
  const gone = new AbortController();
  const queued = score(regex, ENDLESS, gone.signal);
  gone.abort(new Error('the caller left'));
  await expect(queued).rejects.toThrow('the caller left');
  expect(await score(jsonata('1', 'b'), { output: 1, row: {} })).toEqual({ type: 'number', value: 1 });
});

test('closing ends what is being computed', async () => {
  const { score, close } = open({ timeMs: 600_000 });
  const running = Promise.all([score(jsonata('1'), { output: 1, row: {} }), score(regex, ENDLESS)]);
  await score(jsonata('1'), { output: 1, row: {} });
  close();
  expect((await running)[1].error?.message).toContain('ended unexpectedly');
  expect((await score(jsonata('1'), { output: 1, row: {} })).error?.message).toContain('ended unexpectedly');
});

test('processes that cannot start fail their rows', async () => {
  opened = createHeavyWork(new URL('file:///nowhere/score-process.js'));
  const scores = Array.from({ length: 3 }, async () => await opened?.score(jsonata('1'), { output: 1, row: {} }));
  for (const result of await Promise.all(scores)) expect(result?.error?.message).toContain('ended unexpectedly');
});
