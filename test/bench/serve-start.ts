import { rm } from 'node:fs/promises';
import { createDatabase } from '../helpers/postgres.ts';
import { startPostgresServer } from '../helpers/postgres-server.ts';
import { type BenchProject, createBenchProject } from './bench-project.ts';
import { HELLO_WORLD } from './hello-world.ts';
import { median } from './median.ts';
import { type BenchRow, showMs } from './rows.ts';
import { runProcess } from './run-process.ts';
import { callDeployed, type RunningWf, startWf } from './running-wf.ts';
import { HELLO } from './serve-hello-world.ts';
import { time } from './time.ts';

const ROUNDS = 9;
const BARE = { command: process.execPath, args: ['-e', '0'] };
const [START_MS, FIRST_CALL_MS] = [1000, 400];

/** From exec of `wf serve` until it is ready, and the first call of a bundle of which nothing runs yet. */
export async function benchServeStart(): Promise<BenchRow[]> {
  await using stack = new AsyncDisposableStack();
  const project = stack.use(await createBenchProject(HELLO_WORLD));
  const server = stack.use(await startPostgresServer());
  const { url } = stack.use(await createDatabase(server.url));
  const folder = project.path('../served');
  const replica = project.path('../replica');
  process.env['WF_SECRET_KEY'] = Buffer.alloc(32, 7).toString('base64');
  const own = await measureStarts(project, ['--data-dir', folder], async () => undefined);
  // A new replica has an empty folder: it fetches the bundle from the database.
  const remove = async () => await rm(replica, { recursive: true, force: true });
  const shared = await measureStarts(project, ['--database-url', url, '--data-dir', replica], remove);
  delete process.env['WF_SECRET_KEY'];
  return [...toRows('SQLite', own), ...toRows('PostgreSQL, a replica with an empty folder', shared)];
}

interface StartTimes {
  readonly readyMs: number;
  readonly firstMs: number;
  readonly secondMs: number;
  readonly bareMs: number;
}

async function measureStarts(
  project: BenchProject,
  flags: readonly string[],
  prepare: () => Promise<void>,
): Promise<StartTimes> {
  const path = await deploy(project, flags);
  const times: StartTimes[] = [];
  for (let round = -2; round < ROUNDS; round += 1) {
    await prepare();
    const bareMs = await time(() => runProcess(BARE));
    let running: RunningWf | undefined;
    const readyMs = await time(async () => {
      running = await startWf(project, 'serve', '--port', '0', ...flags);
      await requireReady(running);
    });
    if (running === undefined) throw new Error('Nothing was started.');
    await using serving = running;
    const firstMs = await time(() => callDeployed(serving, path, { ...HELLO, config: 'default' }));
    const secondMs = await time(() => callDeployed(serving, path, { ...HELLO, config: 'default' }));
    if (round >= 0) times.push({ readyMs, firstMs, secondMs, bareMs });
  }
  const of = (name: keyof StartTimes) => median(times.map((each) => each[name]));
  return { readyMs: of('readyMs'), firstMs: of('firstMs'), secondMs: of('secondMs'), bareMs: of('bareMs') };
}

/** @returns the path of the deployed route */
async function deploy(project: BenchProject, flags: readonly string[]): Promise<string> {
  await using running = await startWf(project, 'serve', '--port', '0', ...flags);
  const { stdout } = await runProcess(project.wf('deploy', '--json', '--base-url', running.url));
  // Printed by `wf deploy --json` for a service with an address.
  const { deployment } = JSON.parse(stdout) as { deployment: { uri: string } };
  return `${new URL(deployment.uri).pathname}/run`;
}

async function requireReady({ url }: RunningWf): Promise<void> {
  const { status } = await fetch(`${url}/health/ready`);
  if (status !== 200) throw new Error(`/health/ready answered ${status}.`);
}

function toRows(where: string, { readyMs, firstMs, secondMs, bareMs }: StartTimes): BenchRow[] {
  return [
    {
      what: `\`wf serve\`, from exec to \`/health/ready\`, ${where}`,
      value: showMs(readyMs),
      comparison: `\`node -e 0\` ${showMs(bareMs)}`,
      ratio: readyMs / bareMs,
      budget: `≤ ${showMs(START_MS)}`,
      isWithin: readyMs <= START_MS,
    },
    {
      what: `the first call of a deployed route after that, ${where}`,
      value: showMs(firstMs),
      comparison: `the second call ${showMs(secondMs)}`,
      ratio: firstMs / secondMs,
      budget: `≤ ${showMs(FIRST_CALL_MS)}`,
      isWithin: firstMs <= FIRST_CALL_MS,
    },
  ];
}
