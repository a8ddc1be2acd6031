import { toSingleLine } from '../../../foundation/terminal-text.ts';
import type { WordChange } from '../../../contract/develop/configuration-diff.ts';

/** Marks a change as git does: `[-old-]{+new+}`. Keeps line breaks and removes escape sequences. */
export function markChange({ kind, text }: WordChange): string {
  const safe = text.split('\n').map(toSingleLine).join('\n');
  if (kind === 'same') return safe;
  return kind === 'removed' ? `[-${safe}-]` : `{+${safe}+}`;
}

/** Characters of unchanged text to keep around a change. */
const CONTEXT = 80;

/** Shortens unchanged text, so that a change in a long prompt is visible. */
export function shortenSame(changes: readonly WordChange[]): WordChange[] {
  return changes.map((change, index) => {
    if (change.kind !== 'same') return change;
    const head = index === 0 ? '' : change.text.slice(0, CONTEXT);
    const tail = index === changes.length - 1 ? '' : change.text.slice(-CONTEXT);
    const isLong = change.text.length > head.length + tail.length + 1;
    return isLong ? { ...change, text: `${head}…${tail}` } : change;
  });
}
