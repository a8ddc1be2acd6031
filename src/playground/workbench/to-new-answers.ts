import type { Parameters } from '../../contract/variants/variant.ts';
import type { Column } from '../drafts/draft.ts';
import type { NewAnswer } from '../drafts/run-history.ts';
import { readFigures } from '../traces/call-figures.ts';
import { answerText, type Outcome } from './outcome/outcome.ts';
import type { Run } from './use-runs.ts';

/** Converts the outcomes of a run for its history. Cancelled ones are left out. */
export function toNewAnswers(
  inputs: Parameters,
  columns: readonly Column[],
  ended: readonly { readonly run: Pick<Run, 'columnId' | 'config'>; readonly outcome: Outcome }[],
): readonly NewAnswer[] {
  return ended.flatMap(({ run: { columnId, config }, outcome }): NewAnswer[] => {
    const origin = columns.find(({ id }) => id === columnId)?.origin ?? null;
    const shared = { inputs, origin, config };
    if (outcome.state === 'failed') {
      return [{ ...shared, isFailed: true, text: outcome.message, seconds: null, cost: null }];
    }
    if (outcome.state !== 'done') return [];
    const { cost, seconds } = readFigures(outcome.answer);
    const text = answerText(outcome) ?? '';
    return [{ ...shared, isFailed: false, text, seconds: seconds ?? outcome.seconds, cost }];
  });
}
