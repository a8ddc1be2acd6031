import { toSingleLine } from './format-value.ts';

/** A stretch of text that both sides have, or one of them. */
export interface WordChange {
  readonly kind: 'same' | 'removed' | 'added';
  readonly text: string;
}

/** Marks a change with signs, as git does: `[-old-]{+new+}`. Lines stay lines; escapes in them are taken out. */
export function markChange({ kind, text }: WordChange): string {
  const safe = text.split('\n').map(toSingleLine).join('\n');
  if (kind === 'same') return safe;
  return kind === 'removed' ? `[-${safe}-]` : `{+${safe}+}`;
}

/** Letters of unchanged text kept around a change. */
const CONTEXT = 80;

/** Shortens what did not change, so that a change in a prompt of pages is seen. */
export function shortenSame(changes: readonly WordChange[]): WordChange[] {
  return changes.map((change, index) => {
    if (change.kind !== 'same') return change;
    const head = index === 0 ? '' : change.text.slice(0, CONTEXT);
    const tail = index === changes.length - 1 ? '' : change.text.slice(-CONTEXT);
    const isLong = change.text.length > head.length + tail.length + 1;
    return isLong ? { ...change, text: `${head}…${tail}` } : change;
  });
}
