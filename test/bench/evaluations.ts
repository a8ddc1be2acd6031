import { cp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type BenchProject, createBenchProject } from './bench-project.ts';
import { measureInTurn } from './contestants.ts';
import { type BenchRow, showMs } from './rows.ts';
import { peakMemoryOf, type ProcessCommand, runProcess } from './run-process.ts';

const TRIVIAL = 10_000;
const WAITING = 1000;
const WAIT_MS = 50;

const WORKFLOW = `
import { route } from 'wf';
import * as z from 'zod';

const input = z.object({ text: z.string() });

export const echo = route('/echo', { input }, async ({ input }) => input.text);

export const wait = route('/wait', { input }, async ({ input }) => {
  await new Promise((done) => setTimeout(done, ${WAIT_MS}));
  return input.text;
});
`;

/** Whole `wf eval run` processes over a project deployed before: nothing of an earlier run is stored. */
export async function benchEvaluations(): Promise<BenchRow[]> {
  await using project = await createBenchProject(WORKFLOW);
  await prepare(project);
  const before = () => restore(project);
  const trivial = evaluate(project, '/echo', 'trivial.jsonl', 16);
  const waiting = evaluate(project, '/wait', 'waiting.jsonl', 100);
  const bare: ProcessCommand = {
    command: process.execPath,
    args: [join(import.meta.dirname, 'bare-evaluation.ts'), project.path('trivial.jsonl'), project.path('bare.db')],
    cwd: project.root,
  };
  const [loop, own, waits] = await measureInTurn(
    [
      { name: 'bare loop', before, run: () => runProcess(bare) },
      { name: 'trivial', before, run: async () => requireCorrect((await runProcess(trivial)).stdout) },
      { name: 'waiting', before, run: async () => requireCorrect((await runProcess(waiting)).stdout) },
    ],
    { rounds: 7, warmUps: 1 },
  );
  await restore(project);
  const memory = await peakMemoryOf(trivial);
  const bareMemory = await peakMemoryOf(bare);
  const idealMs = (WAITING / 100) * WAIT_MS;
  return [
    {
      what: '`wf eval run`, 10,000 trivial cases, every row stored, start included',
      value: showMs(own.wallMs),
      beside: `a loop that stores rows in node:sqlite ${showMs(loop.wallMs)}`,
      ratio: own.wallMs / loop.wallMs,
      budget: '≤ 1.0 s',
      isWithin: own.wallMs <= 1000,
    },
    {
      what: 'its peak memory',
      value: `${memory.toFixed(0)} MB`,
      beside: `the loop ${bareMemory.toFixed(0)} MB`,
      ratio: memory / bareMemory,
      budget: '≤ 130 MB',
      isWithin: memory <= 130,
    },
    {
      what: '`wf eval run`, 1,000 cases of 50 ms, 100 at a time',
      value: showMs(waits.wallMs),
      beside: `the waiting alone ${showMs(idealMs)}`,
      ratio: waits.wallMs / idealMs,
      budget: '≤ 0.75 s',
      isWithin: waits.wallMs <= 750,
    },
  ];
}

function evaluate(project: BenchProject, route: string, testset: string, concurrency: number): ProcessCommand {
  const flags = ['--route', route, '--testset', testset, '--concurrency', String(concurrency)];
  return project.wf('eval', 'run', '--json', '--evaluators', 'exact_match', ...flags);
}

async function prepare(project: BenchProject): Promise<void> {
  const rows = (count: number) =>
    Array.from({ length: count }, (_, index) => {
      const text = `case number ${index}`;
      return JSON.stringify({ text, correct_answer: text });
    }).join('\n');
  await project.write('trivial.jsonl', rows(TRIVIAL));
  await project.write('waiting.jsonl', rows(WAITING));
  await runProcess(project.wf('deploy'));
  await cp(project.path('.wf'), project.path('deployed'), { recursive: true });
}

async function restore(project: BenchProject): Promise<void> {
  await rm(project.path('.wf'), { recursive: true, force: true });
  await rm(project.path('bare.db'), { force: true });
  await cp(project.path('deployed'), project.path('.wf'), { recursive: true });
}

function requireCorrect(stdout: string): void {
  // What `wf eval run --json` prints.
  const [evaluation] = JSON.parse(stdout) as { aggregated_results: { result: { value: unknown } }[] }[];
  if (evaluation?.aggregated_results[0]?.result.value === 1) return;
  throw new Error(`Not every case was evaluated and found right: ${stdout}`);
}
