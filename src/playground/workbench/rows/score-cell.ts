import type { EvaluatorConfig } from '../../../contract/evaluators/evaluator.ts';
import type { TestsetRow } from '../../../contract/testsets/testset.ts';
import { send } from '../../service/request.ts';
import { messageOf } from '../../service/refused-request.ts';
import type { Cell, Score } from './cell.ts';

/** Scores an answer with one evaluator. Never rejects; `null` when the signal aborted. */
export async function scoreCell(
  { data, cost, seconds }: Cell,
  row: TestsetRow,
  { evaluator_key, settings_values }: EvaluatorConfig,
  signal: AbortSignal,
): Promise<Score | null> {
  const settings = settings_values ?? {};
  try {
    const inputs = { ...row, prediction: data, cost, latency: seconds };
    const { outputs } = await send(
      'POST /evaluators/{evaluator_key}/run',
      { evaluator_key, body: { inputs, settings } },
      signal,
    );
    return toScore(outputs);
  } catch (error) {
    return signal.aborted ? null : { state: 'failed', value: null, text: messageOf(error) };
  }
}

/** Reads `success` or `score`. @source facts §2.6 */
function toScore({ success, score }: Readonly<Record<string, unknown>>): Score {
  if (typeof success === 'boolean') return { state: 'done', value: success ? 1 : 0, text: success ? 'pass' : 'fail' };
  if (typeof score === 'number') return { state: 'done', value: score, text: String(Number(score.toPrecision(4))) };
  return { state: 'done', value: null, text: typeof score === 'string' ? score : (JSON.stringify(score) ?? '-') };
}
