import { expect, test } from 'vitest';
import { describeChanges } from '../../../../src/ui/variants/describe-changes.ts';

const LONG = 'Summarise what the customer wants';

test.each([
  [undefined, { words: 5, tone: 'plain' }, 'created with 2 fields'],
  [undefined, null, 'created with 0 fields'],
  [{ words: 5 }, { words: 5 }, 'same values'],
  [{ words: 5 }, { words: 8 }, 'words 5 → 8'],
  [{ words: 5 }, {}, 'words back to its default'],
  [{}, { words: 5 }, 'words default → 5'],
  [null, { stream: true }, 'stream default → true'],
  [{ prompt: 'Short', words: 1 }, { prompt: LONG, words: 2 }, 'words 1 → 2, prompt “Summarise what the c…”'],
  [{ prompt: LONG }, { prompt: 'Short' }, 'prompt “Summarise what the c…” → Short'],
  [{ m: [{ a: 1 }] }, { m: [{ a: 2 }, 3] }, 'm/0/a 1 → 2, m/1 added'],
  [{ m: [1, 2] }, { m: [2] }, 'm/0 removed'],
  [{ m: [1] }, {}, 'm back to its default'],
  [{}, { m: [1] }, 'm default → [1]'],
  [{ name: 'a' }, { name: '\u001b[31mb\n' }, 'name a → [31mb '],
])('from %j to %j: %s', (before, after, words) => {
  expect(describeChanges(before, after)).toBe(words);
});
