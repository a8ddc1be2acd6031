import { expect, test } from 'vitest';
import { replayComparisonPage } from '../../../../src/ui/develop/replay-comparison-page.ts';
import { writtenLines } from '../fixtures.ts';

const BEFORE = {
  label: 'deployed',
  artifact_sha256: 'abcdef0123456789',
  answer: { data: 'one two' },
  error: null,
  cost: 0.5,
  latency: 0.25,
};
const AFTER = { ...BEFORE, label: 'here', answer: { data: { a: [1] } }, cost: null };
const DIFFERENT = { replayed: BEFORE, beside: AFTER, is_same: false, words: null };

test('two runs with the same output say so', () => {
  expect(writtenLines(replayComparisonPage({ ...DIFFERENT, is_same: true }))).toEqual([
    'RUN       BUNDLE        OUTCOME   COST  LATENCY',
    'deployed  abcdef012345  answered   0.5     0.25',
    'here      abcdef012345  answered     -     0.25',
    '',
    'Both outputs are the same.',
  ]);
});

test('two texts are compared word by word', () => {
  const words = [
    { kind: 'same', text: 'one ' },
    { kind: 'removed', text: 'two' },
    { kind: 'added', text: 'three' },
  ] as const;
  expect(writtenLines(replayComparisonPage({ ...DIFFERENT, words })).slice(-2)).toEqual([
    'deployed → here',
    'one [-two-]{+three+}',
  ]);
});

test('other outputs are shown one after the other', () => {
  expect(writtenLines(replayComparisonPage(DIFFERENT)).slice(4)).toEqual([
    'deployed:',
    'one two',
    '',
    'here:',
    '{',
    '  "a": [',
    '    1',
    '  ]',
    '}',
  ]);
});

test('a run that failed shows its error', () => {
  const failed = { ...AFTER, answer: null, error: { message: 'No model.' } };
  const empty = { ...BEFORE, answer: null };
  const page = replayComparisonPage({ replayed: empty, beside: failed, is_same: null, words: null });
  expect(writtenLines(page)).toEqual([
    'RUN       BUNDLE        OUTCOME   COST  LATENCY',
    'deployed  abcdef012345  answered   0.5     0.25',
    'here      abcdef012345  failed       -     0.25',
    '',
    'deployed:',
    'null',
    '',
    'here:',
    'No model.',
  ]);
});
