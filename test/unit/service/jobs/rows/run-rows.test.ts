import { expect, test } from 'vitest';
import { createAdaptiveLimit } from '../../../../../src/evaluation/engine/adaptive-limit.ts';
import type { CellOutcome } from '../../../../../src/evaluation/engine/call-outcome.ts';
import { SYSTEM_CLOCK } from '../../../../../src/evaluation/engine/engine-clock.ts';
import type { WantedCells } from '../../../../../src/evaluation/engine/look-up-cells.ts';
import type { EvaluationJob } from '../../../../../src/service/evaluations/evaluation-job.ts';
import type {
  FinishedScenario,
  PendingPart,
  StoredWork,
} from '../../../../../src/service/evaluations/evaluation-rows.ts';
import type { EvaluationPlan } from '../../../../../src/service/evaluations/plan/plan-evaluation.ts';
import type { HostedQuestion, Hosting } from '../../../../../src/service/hosting/hosting.ts';
import type { EvaluationJobs } from '../../../../../src/service/jobs/evaluation-jobs.ts';
import { openLimits } from '../../../../../src/service/jobs/rows/run-limits.ts';
import { runRows, type RunRowsOptions } from '../../../../../src/service/jobs/rows/run-rows.ts';

const RATE = { batch_size: 2, max_retries: 0, retry_delay: 0, delay_between_batches: 0 };
const PLAN = {
  code: 'sha',
  route: { path: '/' },
  config: {},
  toInput: (row: object) => row,
  cellKey: ({ text }: { text: string }, repeat: number) => `${text}/${repeat}`,
  evaluators: [],
} as unknown as EvaluationPlan; // what is read of it

interface Rows {
  readonly texts?: readonly string[];
  readonly job?: Partial<EvaluationJob>;
  /** Outputs that are stored when they are first looked up. */
  readonly stored?: Readonly<Record<string, CellOutcome>>;
  /** Keys that another run computes, until it has been asked this often. */
  readonly elsewhere?: readonly string[];
  readonly looks?: number;
  readonly more?: Partial<RunRowsOptions>;
}

/** Runs rows with these texts; the route answers in capitals. */
async function run({
  texts = ['a', 'b'],
  job: changes = {},
  stored = {},
  elsewhere = [],
  looks = 1,
  more = {},
}: Rows = {}) {
  const job = {
    id: 'e',
    deployment: { id: 'd', url: null },
    revisionId: 'r',
    rateLimit: RATE,
    options: {},
    evaluatorConfigs: [],
    ...changes,
  } as unknown as EvaluationJob; // what is read of it
  const [asked, parts, opened]: [string[], PendingPart[], unknown[]] = [[], [], []];
  const saved = new Map<string, FinishedScenario>();
  const work: (StoredWork | undefined)[] = [];
  const done = new Map(Object.entries(stored));
  let looked = 0;
  const jobs = {
    async *pendingScenarios(_: string, part: PendingPart) {
      parts.push(part);
      const rows = texts.map((text, position) => ({ id: `r${position}`, position, row: { text } }));
      yield rows.filter(
        ({ id, position }) => !saved.has(id) && position >= (part.from ?? 0) && position <= (part.to ?? 99),
      );
    },
    openCells: (...given: unknown[]) => {
      opened.push(given);
      const find = async ({ keys }: WantedCells) => {
        looked += 1;
        const others = looked <= looks ? new Set(elsewhere) : new Set<string>();
        if (looked > looks)
          for (const key of elsewhere)
            done.set(key, { error: null, output: 'made elsewhere', cost: null, latency: null });
        return { stored: done, elsewhere: others, looked: keys.length };
      };
      return { find, [Symbol.asyncDispose]: async () => void opened.push('closed') };
    },
    findScores: async () => new Map(),
    saveScenarios: async (_: string, scenarios: readonly FinishedScenario[], computed?: StoredWork) => {
      for (const scenario of scenarios) saved.set(scenario.id, scenario);
      work.push(computed);
    },
    readSpent: async () => ({ calls: 0, cost: 0, judged: 0, judgeCost: 0, before: 0 }),
  } as unknown as EvaluationJobs; // what is called of it
  const hosting = {
    ask: async ({ body }: HostedQuestion) => {
      const { text } = JSON.parse(body) as { readonly text: string };
      asked.push(text);
      return { status: 200, text: JSON.stringify({ data: text.toUpperCase() }), retryAfter: null };
    },
  } as unknown as Hosting; // what is called of it
  using limits = await openLimits(job, jobs, new AbortController().signal);
  await runRows({ job, jobs, hosting, plan: PLAN, limit: createAdaptiveLimit(SYSTEM_CLOCK), limits, ...more });
  const outputs = [...saved.values()]
    .toSorted((one, other) => (one.id < other.id ? -1 : 1))
    .map(({ id, outputs: [output], isCalled }) => [id, output?.result.value, isCalled]);
  return { outputs, asked, parts, opened, work };
}

test('each row is called and stored under its own id, with its output for others', async () => {
  const { outputs, asked, opened, work } = await run();
  expect(outputs).toEqual([
    ['r0', 'A', true],
    ['r1', 'B', true],
  ]);
  expect(asked.toSorted()).toEqual(['a', 'b']);
  expect(opened).toEqual([['sha', { concurrency: 2, hasPauses: false }], 'closed']);
  expect(
    work
      .flatMap((one) => one?.cells ?? [])
      .map(({ hash }) => hash)
      .toSorted(),
  ).toEqual(['a/0', 'b/0']);
  expect(work.flatMap((one) => one?.scores ?? [])).toEqual([]);
});

test('repetitions of a row are different outputs', async () => {
  const { asked, work } = await run({ texts: ['a', 'a', 'b', 'b'], job: { options: { repeat: 2 } } });
  expect(asked.toSorted()).toEqual(['a', 'a', 'b', 'b']);
  const hashes = work.flatMap((one) => one?.cells ?? []).map(({ hash }) => hash);
  expect(hashes.toSorted()).toEqual(['a/0', 'a/1', 'b/0', 'b/1']);
});

test('a stored output is not computed again', async () => {
  const stored = { 'a/0': { error: null, output: 'stored', cost: null, latency: null } };
  const { outputs, asked } = await run({ stored });
  expect([outputs, asked]).toEqual([
    [
      ['r0', 'stored', false],
      ['r1', 'B', true],
    ],
    ['b'],
  ]);
});

test('an output that another run computes is awaited, and used', async () => {
  const { outputs, asked, parts } = await run({ texts: ['a', 'b', 'c'], elsewhere: ['b/0'], looks: 2 });
  expect(outputs).toEqual([
    ['r0', 'A', true],
    ['r1', 'made elsewhere', false],
    ['r2', 'C', true],
  ]);
  expect(asked.toSorted()).toEqual(['a', 'c']);
  expect(parts).toEqual([{}, { from: 1, to: 1 }, { from: 1, to: 1 }]);
});

test('a part of the rows is run, with fewer calls at a time', async () => {
  const { outputs, parts, opened } = await run({
    texts: ['a', 'b', 'c'],
    job: { rateLimit: { ...RATE, delay_between_batches: 0.001 } },
    more: { part: { from: 1, to: 1 }, concurrency: 1 },
  });
  expect(outputs).toEqual([['r1', 'B', true]]);
  expect([parts, opened[0]]).toEqual([[{ from: 1, to: 1 }], ['sha', { concurrency: 1, hasPauses: true }]]);
});

test('a run whose budget is spent does not wait for outputs of others', async () => {
  const { outputs, parts } = await run({ elsewhere: ['a/0'], looks: 99, job: { options: { max_cost: 0 } } });
  expect([outputs, parts]).toEqual([[], [{}]]);
});
