import { median } from './median.ts';
import type { BenchProject } from './bench-project.ts';
import { createPackedProject } from './packed-project.ts';
import { type BenchRow, showMs } from './rows.ts';
import { runProcess } from './run-process.ts';
import { callDeployed, type RunningWf, startWf } from './running-wf.ts';
import { time } from './time.ts';

const ROUNDS = Number(process.env['WF_BENCH_ROUNDS'] ?? 9);
/** Files that a hosted bundle carries. */
const COLD_FILES = 20;
/** Files of which a deploy changes one. */
const FILES = 200;
const FILE_BYTES = 10_000;
/** Most time that carrying files may add to the first call. */
const BUDGET_RATIO = 1.2;

const WORKFLOW = `
import { readFile } from 'node:fs/promises';
import { entrypoint } from 'wfkit';

export default entrypoint({}, async () => (await readFile('texts/0.txt', 'utf8').catch(() => '')).length);
`;

/** What carrying files costs: the first call of a hosted bundle, and a deploy after a change of one file. */
export async function benchCarriedFiles(): Promise<BenchRow[]> {
  await using project = await createPackedProject('blank');
  await project.write('src/workflow.ts', WORKFLOW);
  return [await measureColdStarts(project), ...(await measureUploads(project))];
}

async function measureColdStarts(project: BenchProject): Promise<BenchRow> {
  await writeTexts(project, COLD_FILES, 'cold');
  const plain = await deployApp(project, 'plain', false);
  const carrying = await deployApp(project, 'carrying', true);
  const times: Record<string, number[]> = { [plain]: [], [carrying]: [] };
  for (let round = -2; round < ROUNDS; round += 1) {
    // The first call of a service costs more than the first one of its next bundle: each goes first as often.
    for (const path of round % 2 === 0 ? [plain, carrying] : [carrying, plain]) {
      await using running = await serve(project);
      const ms = await time(() => callDeployed(running, path, { config: 'default' }));
      if (round >= 0) times[path]?.push(ms);
    }
  }
  const [plainMs, carryingMs] = [median(times[plain] ?? []), median(times[carrying] ?? [])];
  return {
    what: `the first call of a hosted bundle that carries ${COLD_FILES} files`,
    value: showMs(carryingMs),
    comparison: `one without files ${showMs(plainMs)}`,
    ratio: carryingMs / plainMs,
    budget: `≤ ${BUDGET_RATIO}`,
    isWithin: carryingMs <= BUDGET_RATIO * plainMs,
  };
}

async function measureUploads(project: BenchProject): Promise<BenchRow[]> {
  await writeTexts(project, FILES, 'before');
  await deployApp(project, 'uploads', true);
  await using running = await serve(project);
  const deploys = { all: [] as Deploy[], one: [] as Deploy[] };
  for (let round = -1; round < ROUNDS; round += 1) {
    await writeTexts(project, FILES, `all ${round}`);
    const all = await deploy(project, running);
    await project.write('texts/0.txt', textOf('one', round));
    const one = await deploy(project, running);
    if (round >= 0) deploys.all.push(all);
    if (round >= 0) deploys.one.push(one);
  }
  const [allMs, oneMs] = [deploys.all, deploys.one].map((each) => median(each.map(({ ms }) => ms)));
  const uploads = [...new Set(deploys.one.map(({ upload }) => upload))];
  const whole = [...new Set(deploys.all.map(({ upload }) => upload))];
  return [
    {
      what: `\`wf deploy\` to a running \`wf serve\` after a change of one of ${FILES} carried files`,
      value: showMs(oneMs ?? 0),
      comparison: `of all of them ${showMs(allMs ?? 0)}`,
      ratio: (oneMs ?? 0) / (allMs ?? 1),
      budget: '',
      isWithin: null,
    },
    {
      what: 'its upload',
      value: uploads.join(', '),
      comparison: `of all of them ${whole.join(', ')}`,
      ratio: null,
      budget: '2 parts: the file and the list',
      isWithin: uploads.every((upload) => upload.endsWith(' in 2 parts')),
    },
  ];
}

interface Deploy {
  readonly ms: number;
  /** As the command prints it: `29.5 KB in 2 parts`. */
  readonly upload: string;
}

async function deploy(project: BenchProject, { url }: RunningWf): Promise<Deploy> {
  let printed = '';
  const ms = await time(async () => {
    ({ stderr: printed } = await runProcess(project.wf('deploy', '--no-check', '--base-url', url)));
  });
  return { ms, upload: /^Uploading (.+)$/m.exec(printed)?.[1] ?? 'nothing' };
}

/** @returns the path of its route */
async function deployApp(project: BenchProject, app: string, hasFiles: boolean): Promise<string> {
  const config = { app, entry: 'src/workflow.ts', ...(hasFiles ? { files: ['texts/**'] } : {}) };
  await project.write('wf.config.ts', `export default ${JSON.stringify(config)};\n`);
  await using running = await serve(project);
  const { stdout } = await runProcess(project.wf('deploy', '--no-check', '--json', '--base-url', running.url));
  // Printed by `wf deploy --json` for a service with an address.
  const { deployment } = JSON.parse(stdout) as { deployment: { uri: string } };
  return `${new URL(deployment.uri).pathname}/run`;
}

async function serve(project: BenchProject): Promise<RunningWf> {
  return await startWf(project, 'serve', '--port', '0', '--data-dir', project.path('../served'));
}

async function writeTexts(project: BenchProject, count: number, edition: string): Promise<void> {
  for (let index = 0; index < count; index += 1) await project.write(`texts/${index}.txt`, textOf(edition, index));
}

function textOf(edition: string, index: number): string {
  return `${edition} ${index}\n`.repeat(FILE_BYTES / 10).slice(0, FILE_BYTES);
}
