import type { EvaluationScenario } from '../../contract/evaluations/evaluation.ts';
import type { EvaluatorConfig } from '../../contract/evaluators/evaluator.ts';
import type { TestsetRow } from '../../contract/testsets/testset.ts';
import { comparesWithAnswer } from '../../evaluation/evaluators/catalogue/evaluators.ts';

/** A stored row, parsed. */
export interface StoredScenario {
  readonly id: string;
  readonly position: number;
  readonly row: TestsetRow;
  readonly outputs: EvaluationScenario['outputs'];
  readonly results: EvaluationScenario['results'];
}

export interface WireScenarioOptions {
  readonly evaluationId: string;
  /** Columns that hold expected answers. */
  readonly answers: ReadonlySet<string>;
  /** Times each row is called. */
  readonly repeats: number;
}

/** Creates the wire record. */
export function toWireScenario(scenario: StoredScenario, options: WireScenarioOptions): EvaluationScenario {
  const { evaluationId, answers, repeats } = options;
  const cells = Object.entries(scenario.row);
  return {
    id: scenario.id,
    row: Math.floor(scenario.position / repeats) + 1,
    repeat: (scenario.position % repeats) + 1,
    evaluation_id: evaluationId,
    inputs: cells.filter(([name]) => !answers.has(name)).map(([name, value]) => ({ name, type: 'text', value })),
    outputs: scenario.outputs,
    correct_answers: cells.filter(([name]) => answers.has(name)).map(([key, value]) => ({ key, value })),
    is_pinned: false,
    note: '',
    results: scenario.results,
  };
}

/** Lists the columns of expected answers: those that the evaluators compare with. */
export function answerColumns(configs: readonly EvaluatorConfig[], chosen: string | null): ReadonlySet<string> {
  const named = configs
    .filter(({ evaluator_key }) => comparesWithAnswer(evaluator_key))
    .map(({ settings_values }) => {
      const key = settings_values?.['correct_answer_key'];
      return typeof key === 'string' ? key : (chosen ?? 'correct_answer');
    });
  const all = chosen === null ? named : [...named, chosen];
  return new Set(all.map((name) => name.replace(/^testcase\./, '')));
}
