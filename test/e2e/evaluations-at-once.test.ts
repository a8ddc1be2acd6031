import { DatabaseSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';
import type { ChildProcess } from 'node:child_process';
import { expect, test } from 'vitest';
import { runWf } from '../helpers/run-wf.ts';
import { readBody, startHttpServer } from '../helpers/start-http-server.ts';
import { tempProject } from '../helpers/temp-project.ts';

const ROWS = 600;
const CONFIG = `import { defineConfig } from 'wfkit';\nexport default defineConfig({ app: 'shared', entry: 'flow.ts' });\n`;
const textsOf = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => `t${from + index}`);
const casesOf = (texts: readonly string[]) =>
  texts.map((text) => JSON.stringify({ text, correct_answer: text })).join('\n');

/** A project whose route calls a model server that counts its requests. */
async function startProject(onCall: () => void = () => undefined) {
  const stack = new AsyncDisposableStack();
  const asked: string[] = [];
  const model = stack.use(
    await startHttpServer((request, response) => {
      void (async () => {
        const text = await readBody(request);
        asked.push(text);
        onCall();
        await delay(5);
        response.end(text);
      })();
    }),
  );
  const flow = `import { entrypoint } from 'wfkit';
import * as z from 'zod';
export default entrypoint({ input: z.object({ text: z.string() }) }, async ({ input }) => {
  const answer = await fetch('${model.url}', { method: 'POST', body: input.text });
  return await answer.text();
});
`;
  const project = stack.use(
    await tempProject({
      'wf.config.ts': CONFIG,
      'flow.ts': flow,
      'first.jsonl': casesOf(textsOf(0, ROWS)),
      // Two thirds of the rows are also in the other test set.
      'second.jsonl': casesOf(textsOf(ROWS / 3, ROWS + ROWS / 3)),
    }),
  );
  expect(await runWf(['deploy'], { cwd: project.root })).toMatchObject({ exitCode: 0 });
  const evaluate = (testset: string, onStart: (child: ChildProcess) => void = () => undefined) =>
    runWf(['eval', 'run', '--testset', testset, '--evaluators', 'exact_match', '--json'], {
      cwd: project.root,
      onStart,
    });
  return { asked, project, evaluate, [Symbol.asyncDispose]: () => stack.disposeAsync() };
}

test('two concurrent evaluations request each answer once', async () => {
  await using here = await startProject();
  const [one, other, same] = await Promise.all([
    here.evaluate('first.jsonl'),
    here.evaluate('second.jsonl'),
    here.evaluate('first.jsonl'),
  ]);
  for (const { exitCode, stdout } of [one, other, same]) {
    expect([exitCode, JSON.parse(stdout)]).toEqual([
      0,
      [
        expect.objectContaining({
          status: expect.objectContaining({ value: 'EVALUATION_FINISHED' }),
          aggregated_results: [expect.objectContaining({ result: { type: 'number', value: 1 } })],
        }),
      ],
    ]);
  }
  expect(here.asked.toSorted()).toEqual(textsOf(0, ROWS + ROWS / 3).toSorted());
  using database = new DatabaseSync(here.project.path('.wf/wf.db'));
  const counted = database.prepare('select count(*) as rows, sum(is_called) as calls from evaluation_outcomes').get();
  expect({ ...counted }).toEqual({ rows: 3 * ROWS, calls: here.asked.length });
});

test('calls of a killed process are repeated by the other', async () => {
  const half = Promise.withResolvers<void>();
  let calls = 0;
  await using here = await startProject(() => {
    calls += 1;
    if (calls === ROWS / 2) half.resolve();
  });
  let killed: ChildProcess | undefined;
  const first = here.evaluate('first.jsonl', (child) => {
    killed = child;
  });
  const second = here.evaluate('first.jsonl');
  await half.promise;
  killed?.kill('SIGKILL');
  expect((await first).exitCode).toBe(null);
  const { exitCode, stdout } = await second;
  expect([exitCode, JSON.parse(stdout)]).toEqual([
    0,
    [expect.objectContaining({ status: expect.objectContaining({ value: 'EVALUATION_FINISHED' }) })],
  ]);
  expect(new Set(here.asked)).toEqual(new Set(textsOf(0, ROWS)));
  // Calls that were in flight, and answers that were not stored yet.
  expect(here.asked.length - ROWS).toBeLessThan(ROWS / 2);
});
