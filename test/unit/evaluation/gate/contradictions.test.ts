import { expect, test } from 'vitest';
import { compareEvaluations } from '../../../../src/evaluation/compare/compare-evaluations.ts';
import { checkGate, comparisonFor } from '../../../../src/evaluation/gate/judge-gate.ts';
import { parseGate } from '../../../../src/evaluation/gate/parse-gate.ts';
import type { Spent } from '../../../../src/evaluation/gate/spend-level.ts';
import { createRandom } from '../../../../src/evaluation/statistics/random.ts';
import { evaluationOf, rowOf, scoreOf, streamOf } from '../../../helpers/evaluation-records.ts';
import { createDraw, type Draw } from '../../../helpers/error-rates/shapes.ts';

const METRICS = ['exact_match', 'ai_critique', 'similarity'];

/** An evaluation whose rows pass, score and cost less or more as `quality` says. */
function evaluated(id: string, rows: number, quality: number, { uniform }: Draw) {
  const aggregated = METRICS.map((name) => scoreOf(name, 1));
  const evaluation = evaluationOf({ id, variant_names: [id], aggregated_results: aggregated });
  const drawn = Array.from({ length: rows }, (_, index) =>
    rowOf({
      input: `case ${index}`,
      scores: {
        exact_match: uniform() < quality,
        ai_critique: uniform() < quality,
        similarity: uniform() ** (1 / (3 * quality)),
      },
      cost: Math.exp(uniform() - quality),
      latency: 1 + uniform() - quality,
    }),
  );
  return { evaluation, rows: () => streamOf(drawn) };
}

const MARGINS = [0, 0.02, 0.1];

/** Compares and judges one random data set, and lists what the two say of each rule. */
async function judged(run: number) {
  const draw = createDraw(createRandom(run));
  const rows = 5 + Math.floor(draw.uniform() * 120);
  const names = ['a', 'b', 'c'].slice(0, 2 + (run % 2));
  const [baseline, ...candidates] = names.map((id) => evaluated(id, rows, 0.3 + 0.6 * draw.uniform(), draw));
  if (baseline === undefined) throw new Error('There are two at least.');
  const rules = [...METRICS, 'cost', 'latency'].flatMap((metric) =>
    MARGINS.map((not_worse_by) => ({ metric, not_worse_by, ...(metric === 'exact_match' ? { primary: true } : {}) })),
  );
  const gate = parseGate('g', JSON.stringify({ rules }));
  const spent: Spent = { look: 1 + (run % 3), choices: candidates.length };
  const comparison = await compareEvaluations({ baseline, candidates, ...comparisonFor(gate, () => spent) });
  const plain = await compareEvaluations({ baseline, candidates });
  const report = await checkGate(gate, candidates, comparison, () => spent);
  return report.results.flatMap(({ id, checks }) =>
    checks.flatMap(({ metric, rule, verdict }) => {
      const margin = Number(/^not worse by (.+)$/.exec(rule)?.[1] ?? Number.NaN);
      if (Number.isNaN(margin)) return [];
      const find = ({ candidates: found }: typeof plain) =>
        found.find((candidate) => candidate.id === id)?.metrics.find((each) => each.metric === metric);
      return [{ run, metric, margin, verdict, compared: find(comparison), plain: find(plain) }];
    }),
  );
}

const RUNS = 24;

test('a gate and a comparison of the same rows never contradict each other', async () => {
  const seen = { failed: 0, passed: 0 };
  for (let run = 1; run <= RUNS; run += 1) {
    for (const { metric, margin, verdict, compared, plain } of await judged(run)) {
      const about = [run, metric, margin];
      expect([...about, plain?.verdict]).toEqual([...about, compared?.verdict]);
      if (verdict === 'failed') {
        seen.failed += 1;
        expect([...about, compared?.verdict]).toEqual([...about, 'worse']);
      }
      if (verdict === 'passed' && margin === 0) {
        seen.passed += 1;
        expect([...about, compared?.verdict]).not.toEqual([...about, 'worse']);
      }
    }
  }
  expect(seen.failed).toBeGreaterThan(10);
  expect(seen.passed).toBeGreaterThan(10);
});

test('a judge, a cost and a latency next to it leave the verdict on exact match as it is', async () => {
  const pairs = (before: boolean, after: boolean, count: number) =>
    Array.from({ length: count }, () => [before, after]);
  const rows = [...pairs(true, false, 6), ...pairs(true, true, 114)];
  const side = (id: string, index: 0 | 1, metrics: readonly string[]) => {
    const aggregated_results = metrics.map((name) => scoreOf(name, 1));
    const drawn = rows.map((pair, row) =>
      rowOf({
        input: `case ${row}`,
        scores: Object.fromEntries(metrics.map((name) => [name, name === 'exact_match' ? pair[index] === true : 0.5])),
        cost: 0.1,
        latency: 1,
      }),
    );
    const evaluation = evaluationOf({ id, variant_names: [id], aggregated_results });
    return { evaluation, rows: () => streamOf(drawn) };
  };
  const gate = parseGate('g', JSON.stringify({ rules: [{ metric: 'exact_match', not_worse_by: 0 }] }));
  for (const metrics of [['exact_match'], ['ai_critique', 'exact_match', 'similarity']]) {
    const [baseline, candidate] = [side('a', 0, metrics), side('b', 1, metrics)];
    const comparison = await compareEvaluations({ baseline, candidates: [candidate] });
    expect(comparison.primary).toEqual(['exact_match']);
    const found = comparison.candidates[0]?.metrics.find(({ metric }) => metric === 'exact_match');
    expect(found).toMatchObject({ better: 0, worse: 6, p_value: 0.03125, p_adjusted: 0.03125, verdict: 'worse' });
    const judgedAs = await compareEvaluations({ baseline, candidates: [candidate], ...comparisonFor(gate) });
    const report = await checkGate(gate, [candidate], judgedAs);
    expect(report.results[0]?.checks.at(-1)).toMatchObject({ verdict: 'failed', primary: true });
  }
});
