import type { TestedEvaluation } from '../../contract/evaluations/evaluation.ts';
import { meanText, statusText } from './result-text.ts';

type Ended = Pick<TestedEvaluation, 'status' | 'aggregated_results'>;

/** Says how an evaluation ended: "Evaluation finished: exact match 0.8". */
export function sayEvaluation({ status, aggregated_results: results }: Ended): string {
  const scores = results.map(({ evaluator_config: { name }, result }) => `${name} ${meanText(result)}`);
  return [`Evaluation ${statusText(status)}`, ...(scores.length === 0 ? [] : [scores.join(', ')])].join(': ');
}
