import type { Result } from '../../contract/evaluations/result.ts';
import { statusWords } from './result-words.ts';

/** An evaluation's status as text and colour. */
export function StatusTag({ status }: { readonly status: Result }) {
  return <span className={`tag ${toneOf(status)}`}>{statusWords(status)}</span>;
}

function toneOf({ value }: Result): 'good' | 'bad' | 'busy' | '' {
  if (value === 'EVALUATION_FINISHED') return 'good';
  if (value === 'EVALUATION_INITIALIZED' || value === 'EVALUATION_STARTED') return 'busy';
  return typeof value === 'string' && /FAILED|ERRORS/.test(value) ? 'bad' : '';
}
