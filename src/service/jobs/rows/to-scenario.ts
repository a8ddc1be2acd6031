import type { ModelUse } from '../../../contract/evaluations/result.ts';
import { type CellOutcome, outputResult } from '../../../evaluation/engine/call-outcome.ts';
import type { FinishedCase } from '../../../evaluation/engine/evaluation-case.ts';
import type { EvaluationJob, FinishedScenario, StoredCell, StoredScore } from '../../evaluations/evaluation-job.ts';

/** Converts a finished case to its stored row. */
export function toScenario({ evaluatorConfigs }: EvaluationJob, id: string, finished: FinishedCase): FinishedScenario {
  const { outcome, scores, isCached, judging, cellKey } = finished;
  const cost = outcome.error === null ? outcome.cost : null;
  const latency = outcome.error === null ? outcome.latency : null;
  return {
    id,
    outputs: [
      { result: outputResult(outcome), cost, latency, ...originOf(outcome), ...(isCached ? { reused: true } : {}) },
    ],
    results: scores.map((result, index) => ({ evaluator_config: evaluatorConfigs[index]?.id ?? '', result })),
    cost,
    latency,
    isCalled: !isCached,
    judging,
    ...(outcome.error === null ? { cellHash: cellKey } : {}),
  };
}

/** Lists the outputs that these cases' calls returned. Failures are not stored: the next evaluation tries again. */
export function toCells(cases: readonly FinishedCase[]): StoredCell[] {
  const cells = new Map<string, StoredCell>();
  for (const { cellKey: hash, outcome, isCached } of cases) {
    if (isCached || outcome.error !== null) continue;
    const { cost, latency } = outcome;
    cells.set(hash, { hash, output: outputResult(outcome), cost, latency, ...originOf(outcome) });
  }
  return [...cells.values()];
}

interface CallOrigin extends Pick<StoredCell, 'warm_up' | 'call_group'> {
  readonly usage?: ModelUse[];
}

/** What is known about the call, besides its figures. */
function originOf(outcome: CellOutcome): CallOrigin {
  if (outcome.error !== null) return {};
  const { usage, warmUp, callGroup } = outcome;
  return {
    ...(usage === undefined ? {} : { usage: [...usage] }),
    ...(warmUp === undefined ? {} : { warm_up: warmUp }),
    ...(callGroup === undefined ? {} : { call_group: callGroup }),
  };
}

/** Lists the scores that were computed for these cases and are worth storing. */
export function toScores(cases: readonly FinishedCase[]): StoredScore[] {
  const scores = cases.flatMap(({ newScores, cellKey: cellHash }) =>
    newScores.map(({ key: hash, result }) => [hash, { hash, result, cellHash }] as const),
  );
  return [...new Map(scores).values()];
}
