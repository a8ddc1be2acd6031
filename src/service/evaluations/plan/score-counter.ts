import type { EvaluatorConfig } from '../../../contract/evaluators/evaluator.ts';
import type { Result } from '../../../contract/evaluations/result.ts';
import type { TestsetRow } from '../../../contract/testsets/testset.ts';
import type { CaseEvaluator } from '../../../evaluation/engine/score-case.ts';
import type { StoredCell } from '../evaluation-rows.ts';
import type { WantedScores } from './judge-forecast.ts';
import type { EvaluationPlan } from './plan-evaluation.ts';

/** A row with the key of its output. */
export interface KeyedRow {
  readonly row: TestsetRow;
  readonly key: string;
}

/** Counts the scores that a run would compute. */
export interface ScoreCounter {
  /** @param found - the stored outputs of these rows, by their keys */
  add(rows: readonly KeyedRow[], found: ReadonlyMap<string, StoredCell>): Promise<void>;
  /** Reads the counts of all evaluators that may call a model. */
  read(): WantedScores[];
}

/** Looks up which scores are stored. */
export type FindScores = (keys: readonly string[]) => Promise<ReadonlyMap<string, Result>>;

/**
 * Creates a counter. Rows that share a score are counted once. Whether the score of an output that is not stored yet will
 * be is unknown, so it is counted.
 */
export function createScoreCounter(
  { evaluators }: Pick<EvaluationPlan, 'evaluators'>,
  configs: readonly EvaluatorConfig[],
  findScores: FindScores,
): ScoreCounter {
  const judges = evaluators.flatMap((evaluator, index) => {
    const config = configs[index];
    return config === undefined || evaluator.scoreKey === undefined
      ? []
      : [{ config, scoreKey: evaluator.scoreKey, modelCalls: evaluator.modelCalls ?? 0, wanted: new Set<string>() }];
  });
  return {
    async add(rows, found) {
      for (const { scoreKey, wanted } of judges) {
        const keys = rows.map((row) => keyOf(row, found, scoreKey));
        const stored = await findScores([...new Set(keys)]);
        for (const key of keys) if (!stored.has(key)) wanted.add(key);
      }
    },
    read: () => judges.map(({ config, modelCalls, wanted }) => ({ config, modelCalls, scores: wanted.size })),
  };
}

/** An output that is not stored is represented by its own key: the same call gives the same output. */
function keyOf(
  { row, key }: KeyedRow,
  found: ReadonlyMap<string, StoredCell>,
  scoreKey: NonNullable<CaseEvaluator['scoreKey']>,
): string {
  const cell = found.get(key);
  if (cell === undefined) return scoreKey({ output: { unknown: key }, row, cost: null, latency: null });
  return scoreKey({ output: cell.output.value, row, cost: cell.cost, latency: cell.latency });
}
