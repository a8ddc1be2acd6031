import { mkdir, utimes, writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { runWf } from '../helpers/run-wf.ts';
import { startDev } from '../helpers/start-dev.ts';
import { tempProject, type TempProject } from '../helpers/temp-project.ts';

const flow = (text: string) =>
  `import { entrypoint } from 'wfkit';\nimport * as z from 'zod';\nexport default entrypoint({ input: z.object({ text: z.string() }) }, ({ input }) => ${text});\n`;
const judge = (test: string) =>
  `import { evaluator } from 'wfkit';\nexport const good = evaluator({}, ({ output }) => ${test});\n`;

async function deployedProject(): Promise<TempProject> {
  const project = await tempProject({
    'wf.config.ts': `import { defineConfig } from 'wfkit';\nexport default defineConfig({ app: 'changing', entry: 'flow.ts' });\n`,
    'flow.ts': flow('input.text'),
    'evaluators/good.ts': judge("output === 'yes'"),
    'cases.csv': 'text\nyes\nno\n',
  });
  const { exitCode, stderr } = await runWf(['deploy'], { cwd: project.root });
  if (exitCode !== 0) throw new Error(stderr);
  return project;
}

const evaluate = async (project: TempProject, ...words: string[]) =>
  await runWf(['eval', 'run', '--testset', 'cases.csv', '--evaluators', 'good', ...words], { cwd: project.root });

test('an evaluation warns about evaluators changed since the deploy, and uses them after the next one', async () => {
  await using project = await deployedProject();
  expect((await evaluate(project)).stderr).not.toContain('Warning');
  await writeFile(project.path('evaluators/good.ts'), judge("output === 'no' || output === 'yes'"));
  const stale = await evaluate(project);
  expect(stale.stderr).toContain('The evaluators changed since the last deploy; this runs the deployed versions.');
  expect(stale.stdout).toMatch(/EVALUATION_FINISHED +0\.5 /);
  await runWf(['deploy'], { cwd: project.root });
  const fresh = await evaluate(project);
  expect(fresh.stderr).not.toContain('Warning');
  expect(fresh.stdout).toMatch(/EVALUATION_FINISHED +1 /);
});

test('changed and broken sources are reported, but not data or files with equal content', async () => {
  await using project = await deployedProject();
  const plan = async (...words: string[]) =>
    await runWf(['eval', 'plan', '--testset', 'cases.csv', '--evaluators', 'good', ...words], { cwd: project.root });
  const soon = new Date(Date.now() + 60_000);
  await utimes(project.path('flow.ts'), soon, soon);
  await writeFile(project.path('more.csv'), 'text\na\n');
  expect((await plan()).stderr).not.toContain('Warning');
  await writeFile(project.path('flow.ts'), flow('input.text + "!"'));
  expect((await plan()).stderr).toContain("Warning: The workflow's sources changed");
  expect((await plan('--json')).stderr).not.toContain('Warning');
  const voting = ['human-eval', 'create', '--testset', 'cases.csv', '--type', 'single_model_test'];
  expect((await runWf(voting, { cwd: project.root })).stderr).toContain("Warning: The workflow's sources changed");
  await writeFile(project.path('flow.ts'), 'export default (');
  await mkdir(project.path('evaluators/more'));
  await writeFile(project.path('evaluators/good.ts'), 'import "./not-there.ts";');
  expect((await plan()).stderr).toContain("Warning: The workflow's sources and the evaluators changed");
});

test('wf dev reports that a saved evaluator needs a deploy, and so does an evaluation through it', async () => {
  await using project = await deployedProject();
  await using dev = await startDev(project, ['--port', '0']);
  await writeFile(project.path('evaluators/good.ts'), judge("output !== 'no'"));
  await expect.poll(() => dev.log).toContain('"file":"evaluators/good.ts"');
  expect(dev.log).toContain('"type":"evaluator-save"');
  expect((await evaluate(project)).stderr).toContain('The evaluators changed since the last deploy');
});
