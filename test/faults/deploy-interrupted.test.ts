import { appendFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { runEnding } from '../helpers/run-ending.ts';
import { runWf } from '../helpers/run-wf.ts';
import { linkPackages, tempProject, type TempProject } from '../helpers/temp-project.ts';

/** In their order. */
const STEPS = ['bundle-start', 'bundle-end', 'routes-read', 'routes-compare', 'upload-start', 'upload-end'];

async function deployedProject(): Promise<TempProject> {
  const project = await tempProject({
    '.wfrc.json': JSON.stringify({ app: 'fragile', entry: 'src/workflow.ts' }),
    'src/workflow.ts': `import { entrypoint } from 'wfkit';\nexport default entrypoint({}, async () => answer);\nvar answer = 'old';\n`,
  });
  await linkPackages(project.root, ['zod']);
  await wf(project, ['deploy', '--env', 'production']);
  return project;
}

async function wf(project: TempProject, argv: readonly string[]): Promise<string> {
  const run = await runWf(argv, { cwd: project.root });
  expect(run).toMatchObject({ exitCode: 0 });
  return run.stdout.trim();
}

test.concurrent.each(['SIGINT', 'SIGKILL'] as const)(
  'a deploy that %s ends at any step leaves the old one serving, and a retry succeeds',
  async (signal) => {
    await using project = await deployedProject();
    // Each is the retry of the last one: it passes the step at which that was ended.
    for (const [index, step] of STEPS.entries()) {
      await appendFile(project.path('src/workflow.ts'), `answer = 'new ${index}';\n`);
      const ending = { at: `"type":"${step}"`, signal };
      const { exitCode, stderr } = await runEnding(['deploy', '--events'], project.root, ending);
      const reported = STEPS.filter((each) => stderr.includes(`"type":"${each}"`));
      // An interrupted process may go a step further, and the last one may be reported when everything is done.
      const [passed, codes] = signal === 'SIGINT' ? [reported.slice(0, index + 1), [130, 0]] : [reported, [null]];
      expect(passed).toEqual(STEPS.slice(0, index + 1));
      expect(codes).toContain(exitCode);
      expect(stderr).not.toMatch(/^\s+at .+:\d+:\d+\)?$/m);
      expect(await wf(project, ['run', '/', '--env', 'production'])).toBe('old');
    }
    await wf(project, ['deploy']);
    expect(await wf(project, ['run', '/', '--variant', 'default'])).toBe(`new ${STEPS.length - 1}`);
  },
);

test.concurrent('concurrent deploys both succeed, and one of them serves', async () => {
  await using project = await deployedProject();
  await appendFile(project.path('src/workflow.ts'), `answer = 'new';\n`);
  const runs = await Promise.all([1, 2].map(() => runWf(['deploy'], { cwd: project.root })));
  expect(runs.map(({ exitCode }) => exitCode)).toEqual([0, 0]);
  expect(await wf(project, ['run', '/', '--variant', 'default'])).toBe('new');
});

test.concurrent('concurrent commands on one database lose nothing', async () => {
  await using project = await deployedProject();
  const names = ['a', 'b', 'c', 'd'];
  const runs = await Promise.all(names.map((name) => runWf(['variants', 'create', name], { cwd: project.root })));
  expect(runs.map(({ stderr, exitCode }) => [stderr, exitCode])).toEqual(names.map(() => ['', 0]));
  const rows = (await wf(project, ['variants', 'list', '--tsv'])).split('\n').slice(1);
  const listed = rows.map((row) => row.split('\t')[0]);
  expect(listed).toHaveLength(names.length + 1);
  expect(new Set(listed)).toEqual(new Set([...names, 'default']));
});
