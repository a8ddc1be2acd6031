import { expect, test } from 'vitest';
import { openTerminal } from '../helpers/open-terminal.ts';
import { runWf, type WfOptions } from '../helpers/run-wf.ts';
import { startHttpServer } from '../helpers/start-http-server.ts';
import { tempProject } from '../helpers/temp-project.ts';

const CONFIG = `import { defineConfig } from 'wfkit';\nexport default defineConfig({ app: 'followed', entry: 'flow.ts' });\n`;

/** A project whose route writes a line and answers when the test releases it. */
async function startProject() {
  const stack = new AsyncDisposableStack();
  const letGo = Promise.withResolvers<void>();
  const called = Promise.withResolvers<void>();
  const model = stack.use(
    await startHttpServer((_request, response) => {
      called.resolve();
      void letGo.promise.then(() => response.end('x'));
    }),
  );
  const flow = `import { entrypoint } from 'wfkit';
import * as z from 'zod';
export default entrypoint({ input: z.object({ text: z.string() }) }, async ({ input }) => {
  console.log('asked for ' + input.text);
  return await (await fetch('${model.url}')).text();
});
`;
  const files = { 'wf.config.ts': CONFIG, 'flow.ts': flow, 'cases.csv': 'text,correct_answer\none,x\ntwo,x\n' };
  const project = stack.use(await tempProject(files));
  expect(await runWf(['deploy'], { cwd: project.root })).toMatchObject({ exitCode: 0 });
  const evaluate = (options: WfOptions = {}) =>
    runWf(['eval', 'run', '--testset', 'cases.csv', '--evaluators', 'exact_match'], { cwd: project.root, ...options });
  const { root } = project;
  return {
    root,
    evaluate,
    called: called.promise,
    letGo: letGo.resolve,
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}

test("wf eval watch follows another process's evaluation to its end", async () => {
  await using here = await startProject();
  const running = here.evaluate();
  await here.called;
  const watched = await runWf(['eval', 'watch', 'default', '--json', '--events'], {
    cwd: here.root,
    // It has seen that the other one runs, and now only waits.
    onStart: ({ stderr }) => stderr?.once('data', here.letGo),
  });
  expect([watched.exitCode, JSON.parse(watched.stdout)]).toEqual([
    0,
    expect.objectContaining({ status: { type: 'status', value: 'EVALUATION_FINISHED' } }),
  ]);
  expect(await running).toMatchObject({ exitCode: 0 });
});

test("wf logs follows another process's lines as they arrive", async () => {
  await using here = await startProject();
  const following = runWf(['logs', '--follow'], {
    cwd: here.root,
    onStart: (child) => {
      child.stdout?.on('data', (text: string) => text.includes('asked for two') && child.kill('SIGINT'));
    },
  });
  here.letGo();
  expect(await here.evaluate()).toMatchObject({ exitCode: 0 });
  const { stdout, exitCode } = await following;
  expect([exitCode, stdout.match(/asked for \w+/g)?.toSorted()]).toEqual([0, ['asked for one', 'asked for two']]);
});

test('on a terminal, watching a finished evaluation shows its result and no bar', async () => {
  await using here = await startProject();
  here.letGo();
  expect(await here.evaluate()).toMatchObject({ exitCode: 0 });
  await using terminal = openTerminal(['eval', 'watch', 'default'], { cwd: here.root, rows: 40 });
  expect(await terminal.exitCode).toBe(0);
  await terminal.shows('finished');
  expect(terminal.screen().filter((line) => /░|█ 100 %|of 2 rows/.test(line))).toEqual([]);
});

test('an interrupted run prints how to resume, and resumes', async () => {
  await using here = await startProject();
  const { exitCode, stdout, stderr } = await here.evaluate({
    onStart: (child) => void here.called.then(() => child.kill('SIGINT')),
  });
  expect([exitCode, stdout]).toEqual([130, '']);
  const [, step] = /Error: Interrupted\. Finished rows are stored\.\n {2}Try: wf (.+)\n$/.exec(stderr) ?? [];
  expect(step).toMatch(/^eval resume \S+$/);
  here.letGo();
  expect(await runWf([...(step?.split(' ') ?? []), '--json'], { cwd: here.root })).toMatchObject({ exitCode: 0 });
});

test('Ctrl-C while outputs for voters are generated is reported as an interruption', async () => {
  await using here = await startProject();
  const run = await runWf(['human-eval', 'create', '--testset', 'cases.csv', '--variants', 'default'], {
    cwd: here.root,
    onStart: (child) => void here.called.then(() => child.kill('SIGINT')),
  });
  expect([run.exitCode, run.stderr]).toEqual([130, expect.stringContaining('Error: Interrupted. ')]);
});
