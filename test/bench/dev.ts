import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { readServerSentEvents } from '../../src/foundation/server-sent-events.ts';
import { createBenchProject, createTemplateProject } from './bench-project.ts';
import { measureInTurn } from './contestants.ts';
import { HELLO_WORLD } from './hello-world.ts';
import { median, percentile } from './median.ts';
import { createReloadFloor, withEdition } from './reload-floor.ts';
import { type BenchRow, judgePaced, showMs } from './rows.ts';
import { runProcess } from './run-process.ts';
import { type RunningWf, startWf } from './running-wf.ts';

const START_BUDGET = { budgetMs: 300, referenceMs: 23 };
const SAVE_BUDGET = { budgetMs: 60, referenceMs: 23 };
const BARE = { command: process.execPath, args: ['-e', '0'] };
const TEMPLATES = ['basic', 'summarise', 'rag'];
const SAVES = 50;
/** Shorter than the time between two saves. */
const BETWEEN_SAVES_MS = 1000;

/** The author's loop: from exec of `wf dev` until page and routes answer, and from a save until the new code answers. */
export async function benchDev(): Promise<BenchRow[]> {
  const rows = [await benchStart()];
  for (const template of TEMPLATES) rows.push(await benchSaves(template));
  return rows;
}

async function benchStart(): Promise<BenchRow> {
  await using project = await createBenchProject(HELLO_WORLD);
  let running: RunningWf | undefined;
  const stop = async () => await running?.[Symbol.asyncDispose]();
  const start = async () => {
    running = await startWf(project, 'dev', '--port', '0', '--no-open');
    await Promise.all([openPage(running), callRoute(running, '/', { name: 'you' })]);
  };
  const [bare, own] = await measureInTurn(
    [
      // Stops the previous one while nothing is measured.
      { name: 'node -e 0', before: stop, run: () => runProcess(BARE) },
      { name: 'wf dev', run: start },
    ],
    { rounds: 9 },
  );
  await stop();
  return {
    what: '`wf dev`: from exec to the page and a route answering',
    value: showMs(own.wallMs),
    comparison: `\`node -e 0\` ${showMs(bare.wallMs)}`,
    ...judgePaced(own.wallMs, bare.wallMs, START_BUDGET),
  };
}

async function openPage({ url }: RunningWf): Promise<void> {
  const answer = await fetch(url, { headers: { accept: 'text/html' } });
  if (!(await answer.text()).includes('<script')) throw new Error(`There is no page at ${url}.`);
}

async function benchSaves(template: string): Promise<BenchRow> {
  await using project = await createTemplateProject(template);
  await using running = await startWf(project, 'dev', '--port', '0', '--no-open');
  await using reloads = listenToReloads(running);
  await reloads.next();
  const source = await readFile(project.path('src/workflow.ts'), 'utf8');
  await using floor = await createReloadFloor(template, source);
  const times: number[] = [];
  const floorTimes: number[] = [];
  const bareTimes: number[] = [];
  for (let edition = -4; edition < SAVES; edition += 1) {
    await sleep(BETWEEN_SAVES_MS);
    const floorMs = await floor.reload(edition);
    if (edition >= 0) floorTimes.push(floorMs);
    const bareStarted = performance.now();
    await runProcess(BARE);
    if (edition >= 0) bareTimes.push(performance.now() - bareStarted);
    const started = performance.now();
    await project.write('src/workflow.ts', withEdition(source, edition));
    await reloads.next();
    const answer = await callRoute(running, '/edition');
    if (answer !== edition) throw new Error(`Edition ${edition} of ${template} is answered by ${String(answer)}.`);
    if (edition >= 0) times.push(performance.now() - started);
  }
  const [middle, high, least, bare] = [median(times), percentile(times, 0.95), median(floorTimes), median(bareTimes)];
  return {
    what: `a save of the template \`${template}\` until its route answers with the new code`,
    value: `${showMs(middle)}, 95 % within ${showMs(high)}`,
    comparison: `\`node -e 0\` ${showMs(bare)}; esbuild's rebuild and an import in one process ${showMs(least)}`,
    ...judgePaced(middle, bare, SAVE_BUDGET),
  };
}

// As the page receives them.
async function* listenToReloads({ url, key }: RunningWf): AsyncGenerator<string> {
  const { body } = await fetch(`${url}/dev/events`, { headers: { authorization: `ApiKey ${key}` } });
  for await (const { data } of readServerSentEvents(body ?? new ReadableStream<Uint8Array>())) yield data;
}

async function callRoute({ url, key }: RunningWf, path: string, input: object = {}): Promise<unknown> {
  const answer = await fetch(`${url}/dev/workflow/playground/run${path === '/' ? '' : path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `ApiKey ${key}` },
    body: JSON.stringify(input),
  });
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
  // The envelope of every answer.
  return ((await answer.json()) as { data: unknown }).data;
}
