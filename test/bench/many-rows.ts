import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { DatabaseSync } from 'node:sqlite';
import { pipeline } from 'node:stream/promises';
import { type BenchProject, createBenchProject } from './bench-project.ts';
import { measureInTurn } from './contestants.ts';
import { type BenchRow, judgePaced, showMs } from './rows.ts';
import { peakMemoryOf, type ProcessCommand, runProcess } from './run-process.ts';

const FEW = 10_000;
/** Allowed ratio of memory for many rows to that for few. */
const GROWTH = 1.3;

const WORKFLOW = `
import { entrypoint } from 'wfkit';
import * as z from 'zod';

export default entrypoint({ input: z.object({ text: z.string() }) }, ({ input }) => input.text);
`;

/** Whole commands on a large csv: memory compared with that for 10,000 rows, and reuse of stored results. */
export function benchRows(count: number): () => Promise<BenchRow[]> {
  return async () => {
    await using project = await createBenchProject(WORKFLOW);
    await runProcess(project.wf('deploy'));
    for (const rows of [FEW, count]) await writeCases(project.path(`cases${rows}.csv`), rows);
    const named = `${count.toLocaleString('en-US')} rows`;
    const evaluated = await compareMemory(
      project,
      `\`wf eval run\` of a csv of ${named}, peak memory`,
      count,
      evaluate,
    );
    const again = await addEvaluator(project, count, named);
    const shown = await show(project, named);
    const exported = await compareMemory(project, `\`wf testsets export\`, ${named}, peak memory`, count, (rows) =>
      project.wf('testsets', 'export', `cases${rows}`, '--output', 'out.jsonl'),
    );
    const checked = await compareMemory(
      project,
      `\`wf testsets check\` of a csv of ${named}, peak memory`,
      count,
      (rows) => project.wf('testsets', 'check', `cases${rows}.csv`),
    );
    await rm(project.path('.wf/wf.db'));
    const created = await compareMemory(project, `\`wf testsets create\`, ${named}, peak memory`, count, (rows) =>
      project.wf('testsets', 'create', `cases${rows}.csv`),
    );
    return [evaluated, again, shown, exported, checked, created];
  };
}

function evaluate(rows: number, project: BenchProject, evaluators = 'exact_match'): ProcessCommand {
  return project.wf('eval', 'run', '--testset', `cases${rows}.csv`, '--evaluators', evaluators, '--json');
}

async function compareMemory(
  project: BenchProject,
  what: string,
  count: number,
  command: (rows: number, project: BenchProject) => ProcessCommand,
): Promise<BenchRow> {
  const few = await peakMemoryOf(command(FEW, project));
  const many = await peakMemoryOf(command(count, project));
  return {
    what,
    value: `${many.toFixed(0)} MB`,
    comparison: `that of 10,000 rows ${few.toFixed(0)} MB`,
    ratio: many / few,
    budget: `≤ ${GROWTH}`,
    isWithin: many / few <= GROWTH,
  };
}

async function addEvaluator(project: BenchProject, count: number, named: string): Promise<BenchRow> {
  const before = countCalls(project);
  const startedAt = performance.now();
  await runProcess(evaluate(count, project, 'exact_match,levenshtein_distance'));
  const wallMs = performance.now() - startedAt;
  const calls = countCalls(project) - before;
  return {
    what: `one more evaluator for ${named} that are finished: calls of the route`,
    value: `${calls}, in ${showMs(wallMs)}`,
    comparison: `calls for the rows ${before.toLocaleString('en-US')}`,
    ratio: calls / before,
    budget: 'no call',
    isWithin: calls === 0,
  };
}

/** Number of calls that evaluations made, from their records. */
function countCalls(project: BenchProject): number {
  using database = new DatabaseSync(project.path('.wf/wf.db'));
  return Number(database.prepare('select sum(is_called) as calls from evaluation_outcomes').get()?.['calls']);
}

async function show(project: BenchProject, named: string): Promise<BenchRow> {
  const [node, own] = await measureInTurn(
    [
      { name: 'node', run: () => runProcess({ command: process.execPath, args: ['-e', '0'] }) },
      { name: 'show', run: () => runProcess(project.wf('eval', 'show', 'default', '--json')) },
    ],
    { rounds: 9, warmUps: 1 },
  );
  return {
    what: `\`wf eval show\` of ${named}, start included`,
    value: showMs(own.wallMs),
    comparison: `\`node -e 0\` ${showMs(node.wallMs)}`,
    ...judgePaced(own.wallMs, node.wallMs, { budgetMs: 100, referenceMs: 23 }),
  };
}

async function writeCases(file: string, count: number): Promise<void> {
  await pipeline(Readable.from(linesOf(count)), createWriteStream(file));
}

/** @yields a csv, a thousand lines at a time */
function* linesOf(count: number): Generator<string> {
  yield 'text,correct_answer\n';
  for (let from = 0; from < count; from += 1000) {
    const length = Math.min(1000, count - from);
    yield Array.from({ length }, (_, index) => `case ${from + index},case ${from + index}\n`).join('');
  }
}
