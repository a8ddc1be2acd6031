import { createWriteStream } from 'node:fs';
import { cp, mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type BenchProject, createBenchProject } from './bench-project.ts';
import { growEvaluations } from './fill-evaluation.ts';
import { median } from './median.ts';
import { installPacked } from './packed-project.ts';
import { type BenchRow, showMs } from './rows.ts';
import { peakMemoryOf, readChildrenCpuTime, runProcess } from './run-process.ts';

/** A command may take so many times the processor time that it took before. */
const GROWTH = 1.1;

/** A variant answers right in so many of a hundred rows, which depend on the row alone. */
const WORKFLOW = `
import { configSchema, entrypoint, recordUsage } from 'wfkit';
import * as z from 'zod';

const config = configSchema({ right: z.int().gte(0).lte(100).default(80) });

export default entrypoint({ config, input: z.object({ text: z.string() }) }, ({ config, input }) => {
  const number = Number(input.text.split(' ')[1]);
  recordUsage({ model: 'gpt-4o-mini', input_tokens: 100 + (number % 50) + config.right, output_tokens: 20 });
  return (number * 7919) % 100 < config.right ? input.text : 'wrong';
});
`;

const GATE = `
minimum_cases: 100
rules:
  - { metric: exact_match, minimum: 0.5, confident: true }
  - { metric: exact_match, not_worse_by: 0.02 }
  - { metric: cost, not_worse_by: '10%' }
`;

const EVALUATIONS = ['--variants', 'default,tuned', '--evaluators', 'exact_match,levenshtein_distance'] as const;

/** Commands after `eval run`; all but that read what it stored. */
const COMMANDS: Readonly<Record<string, readonly string[]>> = {
  'eval show': ['eval', 'show', 'tuned', '--json'],
  'eval show --group-by': ['eval', 'show', 'tuned', '--json', '--group-by', 'locale'],
  'eval rows': ['eval', 'rows', 'tuned', '--json'],
  'eval rows --where': ['eval', 'rows', 'tuned', '--json', '--where', 'exact_match=false', '--sort', 'cost', '--desc'],
  'eval compare': ['eval', 'compare', 'default', 'tuned', '--json'],
  'eval compare --group-by': ['eval', 'compare', 'default', 'tuned', '--json', '--group-by', 'locale'],
  'eval compare --gate': ['eval', 'compare', 'default', 'tuned', '--json', '--gate', 'gate.yaml'],
  'eval export': ['eval', 'export', 'tuned', '--output', 'out.jsonl'],
  'eval list': ['eval', 'list', '--json'],
  'testsets check': ['testsets', 'check', 'cases.csv', '--json'],
};

/**
 * Whole commands of an older program and of this checkout, both packed, in turn. `WF_BENCH_BEFORE` is the folder where the
 * older one is installed, `WF_BENCH_ROWS` are numbers of rows, `WF_BENCH_ROUNDS` the runs of each command.
 */
export async function benchBeforeAfter(): Promise<BenchRow[]> {
  const folder = process.env['WF_BENCH_BEFORE'] ?? '';
  if (folder === '') throw new Error('WF_BENCH_BEFORE must be a folder where an older wfkit is installed.');
  const home = await realpath(await mkdtemp(join(tmpdir(), 'wf-bench-packed-')));
  try {
    const before = join(resolve(folder), 'node_modules/wfkit');
    const after = await installPacked(home);
    const rows: BenchRow[] = [];
    for (const count of (process.env['WF_BENCH_ROWS'] ?? '10000,100000').split(',').map(Number)) {
      rows.push(...(await comparePrograms(before, after, count)));
    }
    return rows;
  } finally {
    await rm(home, { recursive: true, force: true });
  }
}

async function comparePrograms(before: string, after: string, rows: number): Promise<BenchRow[]> {
  const rounds = Number(process.env['WF_BENCH_ROUNDS'] ?? 5);
  // Evaluations of more rows are grown from these.
  const called = Math.min(rows, MAX_CALLED);
  await using older = await createProject(before, called);
  await using newer = await createProject(after, called);
  const projects = [older, newer];
  const run = ['eval', 'run', '--json', '--testset', 'cases.csv', '--concurrency', '16', ...EVALUATIONS];
  const ran = await measureBoth(projects, run, { rounds: rows > 10_000 ? 1 : 3, prepare: restore });
  const measured = rows === called ? [toRow(`\`wf eval run\` of two variants, ${showRows(rows)}`, ran)] : [];
  if (rows > called) {
    for (const project of projects) {
      await writeCases(project, rows);
      using database = new DatabaseSync(project.path('.wf/wf.db'));
      growEvaluations(database, rows / called);
    }
  }
  for (const [name, words] of Object.entries(COMMANDS)) {
    measured.push(toRow(`\`wf ${name}\`, ${showRows(rows)}`, await measureBoth(projects, words, { rounds })));
  }
  return measured;
}

/** Rows that are called for at most. */
const MAX_CALLED = 10_000;

function showRows(rows: number): string {
  return `${rows.toLocaleString('en-US')} rows`;
}

async function writeCases(project: BenchProject, rows: number): Promise<void> {
  await pipeline(Readable.from(linesOf(rows)), createWriteStream(project.path('cases.csv')));
}

async function createProject(program: string, rows: number): Promise<BenchProject> {
  const project = await createBenchProject(WORKFLOW, program);
  await project.write('gate.yaml', GATE);
  await writeCases(project, rows);
  await runProcess(project.wf('deploy'));
  await runProcess(project.wf('variants', 'create', 'tuned', '--from', 'default', '--set', 'right=81'));
  await cp(project.path('.wf'), project.path('deployed'), { recursive: true });
  return project;
}

/** Deletes all evaluations, so that nothing of an earlier run is stored. */
async function restore(project: BenchProject): Promise<void> {
  await rm(project.path('.wf'), { recursive: true, force: true });
  await cp(project.path('deployed'), project.path('.wf'), { recursive: true });
}

/** @yields a csv, a thousand lines at a time */
function* linesOf(count: number): Generator<string> {
  yield 'text,locale,half,correct_answer\n';
  for (let from = 0; from < count; from += 1000) {
    const length = Math.min(1000, count - from);
    const numbers = Array.from({ length }, (_, index) => from + index);
    yield numbers.map((each) => `case ${each},l${each % 40},h${each % 2},case ${each}\n`).join('');
  }
}

interface Measured {
  readonly cpuMs: number;
  readonly peakMb: number;
}

interface MeasureOptions {
  readonly rounds: number;
  readonly prepare?: (project: BenchProject) => Promise<void>;
}

/** Runs a command in each project in turn. @returns medians, in their order */
async function measureBoth(
  projects: readonly BenchProject[],
  words: readonly string[],
  { rounds, prepare }: MeasureOptions,
): Promise<Measured[]> {
  const all = projects.map((): Measured[] => []);
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, project] of projects.entries()) {
      await prepare?.(project);
      const started = readChildrenCpuTime();
      // A gate may fail, or be undecided.
      const peakMb = await peakMemoryOf(project.wf(...words), [0, 7, 8]);
      all[index]?.push({ cpuMs: readChildrenCpuTime() - started, peakMb });
    }
  }
  return all.map((runs) => ({
    cpuMs: median(runs.map(({ cpuMs }) => cpuMs)),
    peakMb: median(runs.map(({ peakMb }) => peakMb)),
  }));
}

function toRow(what: string, [before, after]: readonly Measured[]): BenchRow {
  if (before === undefined || after === undefined) throw new Error('Two programs were measured.');
  const show = ({ cpuMs, peakMb }: Measured) => `${showMs(cpuMs)}, ${peakMb.toFixed(0)} MB`;
  const ratio = after.cpuMs / before.cpuMs;
  process.stderr.write(`${what}: ${show(before)} -> ${show(after)}, ${ratio.toFixed(2)}\n`);
  return {
    what: `${what}: processor time and peak memory`,
    value: show(after),
    comparison: `before ${show(before)}`,
    ratio,
    budget: `≤ ${GROWTH}`,
    isWithin: ratio <= GROWTH,
  };
}
