import type { ComparedMetric } from '../../src/contract/evaluations/comparison.ts';
import { checkNotWorse } from '../../src/evaluation/gate/check-bounds.ts';
import { parseGate } from '../../src/evaluation/gate/parse-gate.ts';
import { planGate } from '../../src/evaluation/gate/plan-gate.ts';
import { pairedShareInterval } from '../../src/evaluation/statistics/paired-shares.ts';
import { type BenchRow, showMs } from './rows.ts';

const BUDGET_MS = 2000;
/** Of cases that changed; of ten times as many pairs. */
const CHANGED = [10, 1000, 10_000, 100_000, 1_000_000] as const;
const LEVEL = 0.96;

/** Processor time of the exact bounds of pass or fail, and of gates that use them. The first call of each counts. */
export async function benchExactBounds(): Promise<BenchRow[]> {
  return CHANGED.flatMap((changed) => {
    const named = changed.toLocaleString('en-US');
    const pairs = 10 * changed;
    const [gained, lost] = [0.48 * changed, 0.52 * changed];
    return [
      time(`paired exact interval, ${named} changed pairs`, () => pairedShareInterval({ pairs, gained, lost }, LEVEL)),
      time(`the same of repeated cases, whose changes are fractions`, () =>
        pairedShareInterval({ pairs, gained: gained + 0.25, lost: lost - 0.25 }, LEVEL),
      ),
      time(`an undecided rule \`not_worse_by\` of ${named} changed pairs, with its forecast`, () => check(changed)),
      time(`\`eval plan --gate\` of ${named} cases, three rules`, () => planGate(GATE, changed)),
    ];
  });
}

const GATE = parseGate(
  'bench.gate.yaml',
  JSON.stringify({
    rules: [
      { metric: 'exact_match', not_worse_by: 0.001 },
      { metric: 'exact_match', minimum: 0.9, confident: true },
      { metric: 'similarity', range: [0, 1], not_worse_by: 0.01 },
    ],
  }),
);

/** A margin that lies just outside of what so many pairs decide. */
function check(changed: number): unknown {
  const pairs = 10 * changed;
  const [gained, lost] = [0.48 * changed, 0.52 * changed];
  const interval = pairedShareInterval({ pairs, gained, lost }, LEVEL);
  const change = (gained - lost) / pairs;
  const metric = {
    metric: 'exact_match',
    kind: 'pass_fail',
    goal: 'higher',
    scale: 'difference',
    target: 'mean',
    range: [0, 1],
    pairs,
    better: gained,
    worse: lost,
    same: pairs - changed,
    baseline: 0.9,
    candidate: 0.9 + change,
    difference: change,
    change,
    variance: changed / pairs,
    missing: { baseline: 0, candidate: 0, both: 0, losses: 0, rows: [] },
    calls: null,
    without_errors: null,
    p_value: 0.5,
    p_adjusted: 0.5,
    interval,
    interval_level: LEVEL,
    gate_interval: interval,
    least_pairs: 6,
    verdict: 'no difference shown',
    method: 'mcnemar',
  } satisfies ComparedMetric;
  const margin = 0.99 * -(interval?.[0] ?? 0);
  const rule = { metric: 'exact_match', confident: false, not_worse_by: margin };
  return checkNotWorse(metric, rule, { ...GATE, minimumPairs: 1, level: LEVEL, isPrimary: true });
}

function time(what: string, run: () => unknown): BenchRow {
  const before = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(before);
  const ms = (user + system) / 1000;
  return {
    what: `${what}: processor time`,
    value: showMs(ms),
    comparison: '',
    ratio: null,
    budget: `≤ ${BUDGET_MS / 1000} s`,
    isWithin: ms <= BUDGET_MS,
  };
}
