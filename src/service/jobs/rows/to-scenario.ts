import type { WarmUp } from '../../../contract/evaluations/evaluation.ts';
import type { ModelUse } from '../../../contract/evaluations/model-use.ts';
import { type CellOutcome, outputResult } from '../../../evaluation/engine/call-outcome.ts';
import type { FinishedCase } from '../../../evaluation/engine/evaluation-case.ts';
import type { EvaluationJob } from '../../evaluations/evaluation-job.ts';
import type { FinishedScenario, StoredCell, StoredScore } from '../../evaluations/evaluation-rows.ts';

/** Converts a finished case to its stored row. */
export function toScenario({ evaluatorConfigs }: EvaluationJob, id: string, finished: FinishedCase): FinishedScenario {
  const { outcome, scores, isCached, judging } = finished;
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

/** What is known about the call, besides its figures. */
function originOf(outcome: CellOutcome): { readonly usage?: ModelUse[]; readonly warm_up?: WarmUp } {
  if (outcome.error !== null) return {};
  const { usage, warmUp } = outcome;
  return {
    ...(usage === undefined ? {} : { usage: [...usage] }),
    ...(warmUp === undefined ? {} : { warm_up: warmUp }),
  };
}

/** Lists the scores that were computed for these cases and are worth storing. */
export function toScores(cases: readonly FinishedCase[]): StoredScore[] {
  const scores = new Map(cases.flatMap(({ newScores }) => newScores.map(({ key, result }) => [key, result] as const)));
  return [...scores].map(([hash, result]) => ({ hash, result }));
}
