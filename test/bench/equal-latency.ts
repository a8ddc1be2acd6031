import { createBenchProject } from './bench-project.ts';
import type { BenchRow } from './rows.ts';
import { runProcess } from './run-process.ts';

/** How many comparisons; of so many with a true rate of 5 %, at most 9 have a verdict in 97.5 % of all series. */
const COMPARISONS = 100;
const ROWS = 40;

const WORKFLOW = `
import { configSchema, entrypoint } from 'wfkit';
import * as z from 'zod';

const config = configSchema({ salt: z.string().default(''), ms: z.number().default(0), load: z.number().default(0), jitter: z.number().default(0) });
const wait = (ms: number) => new Promise((done) => setTimeout(done, ms));
let loading: Promise<unknown> | undefined;

export default entrypoint({ input: z.object({ text: z.string() }), config }, async ({ input, config: { ms, load, jitter } }) => {
  if (load > 0) await (loading ??= wait(load));
  if (ms > 0) await wait(ms + Math.random() * jitter);
  return input.text;
});
`;

/** Compares the latency of variants that do not differ: any verdict is a false one. */
export async function benchEqualLatency(): Promise<BenchRow[]> {
  return [
    await countVerdicts('under 1 ms, run together', { ms: 0, load: 0, jitter: 0 }, together),
    await countVerdicts('of 30 ms whose first call of a process takes 300 ms, run together', LOADING, together),
    await countVerdicts('of 5 to 150 ms, run together', JITTERY, together),
    await countVerdicts('of 30 ms, run one by one', LOADING, oneByOne),
  ];
}

const LOADING = { ms: 30, load: 300, jitter: 0 };
const JITTERY = { ms: 5, load: 0, jitter: 145 };

type Project = Awaited<ReturnType<typeof createBenchProject>>;

async function countVerdicts(
  name: string,
  { ms, load, jitter }: { readonly ms: number; readonly load: number; readonly jitter: number },
  run: (project: Project, variants: readonly [string, string]) => Promise<void>,
): Promise<BenchRow> {
  await using project = await createBenchProject(WORKFLOW);
  const cells = Array.from({ length: ROWS }, (_, index) => `case ${index},case ${index}`);
  await project.write('cases.csv', `text,correct_answer\n${cells.join('\n')}\n`);
  await runProcess(project.wf('deploy'));
  let [verdicts, least, undecided] = [0, ROWS, 0];
  for (let comparison = 0; comparison < COMPARISONS; comparison += 1) {
    const variants = [`a${comparison}`, `b${comparison}`] as const;
    for (const variant of variants) {
      const settings = [
        '--set',
        `salt=${variant}`,
        '--set',
        `ms=${ms}`,
        '--set',
        `load=${load}`,
        '--set',
        `jitter=${jitter}`,
      ];
      await runProcess(project.wf('variants', 'create', variant, '--from', 'default', ...settings));
    }
    await run(project, variants);
    const { stdout } = await runProcess(project.wf('eval', 'compare', ...variants, '--json'));
    const { verdict, pairs } = readLatency(stdout);
    verdicts += verdict === 'better' || verdict === 'worse' ? 1 : 0;
    undecided += verdict === 'not interleaved' ? 1 : 0;
    least = Math.min(least, pairs);
  }
  return {
    what: `equal variants of a workflow ${name}: verdicts on latency in ${COMPARISONS} comparisons of ${ROWS} rows`,
    value: `${verdicts}`,
    comparison: `${least} or more pairs compared; not interleaved: ${undecided}`,
    ratio: verdicts / COMPARISONS,
    budget: '≤ 0.05',
    isWithin: verdicts / COMPARISONS <= 0.05,
  };
}

async function together(project: Project, variants: readonly [string, string]): Promise<void> {
  await evaluate(project, variants.join(','));
}

async function oneByOne(project: Project, variants: readonly [string, string]): Promise<void> {
  for (const variant of variants) await evaluate(project, variant);
}

async function evaluate(project: Project, variants: string): Promise<void> {
  const flags = ['--testset', 'cases.csv', '--evaluators', 'exact_match', '--variants', variants];
  await runProcess(project.wf('eval', 'run', ...flags));
}

function readLatency(json: string): { readonly verdict: string; readonly pairs: number } {
  // Printed by `wf eval compare --json`; the tests check its shape.
  const { candidates } = JSON.parse(json) as {
    candidates: { metrics: { metric: string; verdict: string; pairs: number }[] }[];
  };
  const latency = candidates[0]?.metrics.find(({ metric }) => metric === 'latency');
  if (latency === undefined) throw new Error('The comparison has no latency.');
  return latency;
}
