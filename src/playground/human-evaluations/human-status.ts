import { isUnfinished } from '../../contract/evaluations/evaluation-status.ts';
import { statusText } from '../evaluations/result-text.ts';

/** Names the state of a human evaluation: people may vote until somebody closes it. */
export function humanStatus(value: string): string {
  const status = { type: 'status', value };
  return isUnfinished(status) ? 'open' : statusText(status);
}
