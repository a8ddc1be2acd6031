import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { CASES, createCasesProject, requireCorrect, WAIT_MS } from './cases-project.ts';
import { measureInTurn } from './contestants.ts';
import { type BenchRow, judgePaced, showMs } from './rows.ts';
import { peakMemoryOf, type ProcessCommand, runProcess } from './run-process.ts';

/** Time on the budgets' machine. @source design §9 */
const NODE_MS = 23;
const CONCURRENCY = 100;

/** Whole `wf eval run` processes on a deployed project without stored results. */
export async function benchEvaluations(): Promise<BenchRow[]> {
  await using cases = await createCasesProject();
  const { project } = cases;
  const before = async () => {
    await cases.restore();
    await rm(project.path('bare.db'), { force: true });
  };
  const trivial = cases.evaluate('trivial', 16);
  const waiting = cases.evaluate('waiting', CONCURRENCY);
  const bare: ProcessCommand = {
    command: process.execPath,
    args: [join(import.meta.dirname, 'bare-evaluation.ts'), project.path('trivial.jsonl'), project.path('bare.db')],
    cwd: project.root,
  };
  const [node, loop, own, waits] = await measureInTurn(
    [
      { name: 'node', run: () => runProcess({ command: process.execPath, args: ['-e', '0'] }) },
      { name: 'bare loop', before, run: () => runProcess(bare) },
      { name: 'trivial', before, run: async () => requireCorrect(await runProcess(trivial)) },
      { name: 'waiting', before, run: async () => requireCorrect(await runProcess(waiting)) },
    ],
    { rounds: 7, warmUps: 1 },
  );
  await before();
  const memory = await peakMemoryOf(trivial);
  const bareMemory = await peakMemoryOf(bare);
  const paced = (ms: number, budgetMs: number) => judgePaced(ms, node.wallMs, { budgetMs, referenceMs: NODE_MS });
  const idealMs = (CASES.waiting / CONCURRENCY) * WAIT_MS;
  return [
    {
      what: '`wf eval run`, 10,000 trivial cases, every row stored, start included',
      value: showMs(own.wallMs),
      comparison: `\`node -e 0\` ${showMs(node.wallMs)}; a loop that stores rows in node:sqlite ${showMs(loop.wallMs)}`,
      ...paced(own.wallMs, 1000),
    },
    {
      what: 'its peak memory',
      value: `${memory.toFixed(0)} MB`,
      comparison: `the loop ${bareMemory.toFixed(0)} MB`,
      ratio: memory / bareMemory,
      budget: '≤ 130 MB',
      isWithin: memory <= 130,
    },
    {
      what: '`wf eval run`, 1,000 cases of 50 ms, 100 at a time',
      value: showMs(waits.wallMs),
      comparison: `\`node -e 0\` ${showMs(node.wallMs)}; the waiting alone ${showMs(idealMs)}`,
      ...paced(waits.wallMs, 750),
    },
  ];
}
