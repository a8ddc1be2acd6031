import { expect, test } from 'vitest';
import type { VotingState } from '../../../../../src/contract/human-evaluations/voting.ts';
import { EndView } from '../../../../../src/playground/human-evaluations/voting/end-view.tsx';
import { fakeBrowser } from '../../../../helpers/page/fake-browser.ts';
import { mount } from '../../../../helpers/page/mount.ts';

const stateOf = (part: Partial<VotingState>): VotingState => ({
  evaluation_type: 'human_a_b_testing',
  testset_name: 'cases',
  voter: 'Ana',
  own_code: null,
  total: 1,
  done: 1,
  next: null,
  is_revealed: true,
  tally: null,
  ...part,
});

const end = (state: VotingState) => (
  <EndView
    evaluationId="h"
    state={state}
    heading={{ current: null }}
    back={() => undefined}
    undo={() => undefined}
    reveal={async () => undefined}
  />
);

test.each([
  [1, 'You voted on the case. Your votes are kept; this page can be closed.'],
  [1200, 'You voted on all 1,200 cases. Your votes are kept; this page can be closed.'],
])('the end of %i cases is said', async (total, text) => {
  using _ = fakeBrowser();
  await using shown = await mount(end(stateOf({ total })));
  expect(shown.root.all.find(({ tag }) => tag === 'p')?.text).toBe(text);
  expect(shown.markup).not.toContain('<table');
  expect(shown.markup).not.toContain('Copy your own link');
});

test('votes are counted once the variants are known, and the own link is copied', async () => {
  using browser = fakeBrowser();
  const tally = [
    { label: 'tuned', votes: 3, mean_score: 62.55 },
    { label: 'default', votes: 1, mean_score: null },
  ];
  await using shown = await mount(end(stateOf({ tally, own_code: 'code' })));
  const rows = shown.root.all.filter(({ tag }) => tag === 'tr').map(({ children }) => children.map(({ text }) => text));
  expect(rows).toEqual([
    ['Vote', 'Cases', 'Mean score'],
    ['tuned', '3', '62.5'],
    ['default', '1', '-'],
  ]);
  await shown.click('Copy your own link');
  expect(browser.copied).toEqual(['http://127.0.0.1:4100/#vote=h.code']);
});
