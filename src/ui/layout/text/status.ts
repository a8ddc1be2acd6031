export type Meaning = 'good' | 'bad' | 'caution' | 'busy' | 'neutral';

export interface Status {
  /** A sign and a word, so that colour is never the only clue. */
  readonly text: string;
  readonly isSigned: boolean;
  readonly meaning: Meaning;
}

const STATUSES: Readonly<Record<string, Omit<Status, 'isSigned'>>> = {
  EVALUATION_INITIALIZED: { text: '· waiting', meaning: 'neutral' },
  EVALUATION_STARTED: { text: '… running', meaning: 'busy' },
  EVALUATION_FINISHED: { text: '✓ finished', meaning: 'good' },
  EVALUATION_FINISHED_WITH_ERRORS: { text: '! finished with errors', meaning: 'caution' },
  EVALUATION_FAILED: { text: '✗ failed', meaning: 'bad' },
  EVALUATION_AGGREGATION_FAILED: { text: '✗ aggregation failed', meaning: 'bad' },
  EVALUATION_CANCELLED: { text: '! cancelled', meaning: 'caution' },
  EVALUATION_INTERRUPTED: { text: '! interrupted', meaning: 'caution' },
  better: { text: '✓ better', meaning: 'good' },
  worse: { text: '✗ worse', meaning: 'bad' },
  'no difference shown': { text: '· unclear', meaning: 'neutral' },
};

/** A verdict that there is none begins so; then follows the reason. */
const UNDECIDED = /^(?:too few cases to say|too skewed to say|cannot say)/;

/** Converts a wire status to its display; an unknown status stays as it is. */
export function toStatus(word: string): Status {
  const known = Object.hasOwn(STATUSES, word) ? STATUSES[word] : undefined;
  if (UNDECIDED.test(word)) return { text: `? ${word}`, meaning: 'neutral', isSigned: true };
  return known === undefined ? { text: word, meaning: 'neutral', isSigned: false } : { ...known, isSigned: true };
}
