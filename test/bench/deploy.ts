import { rm } from 'node:fs/promises';
import { type BenchProject, createBenchProject } from './bench-project.ts';
import { measureInTurn } from './contestants.ts';
import { HELLO_WORLD } from './hello-world.ts';
import { type BenchRow, judgePaced, showMs } from './rows.ts';
import { runProcess } from './run-process.ts';
import { type RunningWf, startWf } from './running-wf.ts';

const BUDGET = { budgetMs: 700, referenceMs: 23 };

/**
 * Time from exec of `wf deploy` to the first answer of the deployed route, in both usual set-ups: with nothing
 * running, where a second command calls it; and with `wf serve` running, where any HTTP client does. Code and
 * process are new in each run.
 */
export async function benchDeploy(): Promise<BenchRow[]> {
  await using project = await createBenchProject(HELLO_WORLD);
  await using server = await startWf(project, 'serve', '--port', '0', '--data-dir', '../served');
  let edition = 0;
  const edit = () => project.write('src/workflow.ts', `${HELLO_WORLD}\nexport const edition = ${(edition += 1)};\n`);
  const editAndForget = async () => {
    await edit();
    await rm(project.path('.wf'), { recursive: true, force: true });
  };
  const [bare, embedded, served] = await measureInTurn(
    [
      { name: 'node -e 0', run: () => runProcess({ command: process.execPath, args: ['-e', '0'] }) },
      { name: 'embedded', before: editAndForget, run: () => deployAndRun(project) },
      { name: 'served', before: edit, run: () => deployAndPost(project, server) },
    ],
    { rounds: 9 },
  );
  const comparison = `\`node -e 0\` ${showMs(bare.wallMs)}`;
  return [
    ['`wf deploy` into an empty folder, then `wf run / --variant default` for the first answer', embedded] as const,
    ['`wf deploy --base-url` to a running `wf serve`, then a POST for the first answer', served] as const,
  ].map(([what, { wallMs }]) => ({
    what,
    value: showMs(wallMs),
    comparison,
    ...judgePaced(wallMs, bare.wallMs, BUDGET),
  }));
}

async function deployAndRun(project: BenchProject): Promise<void> {
  await runProcess(project.wf('deploy', '--json'));
  const { stdout } = await runProcess(project.wf('run', '/', '--variant', 'default', '--input', 'name=you', '--json'));
  requireGreeting(stdout);
}

async function deployAndPost(project: BenchProject, { url, key }: RunningWf): Promise<void> {
  const { stdout } = await runProcess(project.wf('deploy', '--json', '--base-url', url));
  // Printed by `wf deploy --json` for a service with an address.
  const { deployment } = JSON.parse(stdout) as { deployment: { uri: string } };
  const answer = await fetch(`${deployment.uri}/run`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `ApiKey ${key}` },
    body: JSON.stringify({ name: 'you', config: 'default' }),
  });
  requireGreeting(await answer.text());
}

function requireGreeting(text: string): void {
  if (!text.includes('Hello, you!')) throw new Error(`The deployed route answered something else: ${text}`);
}
