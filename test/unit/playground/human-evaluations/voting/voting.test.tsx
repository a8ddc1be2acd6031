import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { VotingCase, VotingState } from '../../../../../src/contract/human-evaluations/voting.ts';
import { parseVoteAddress, toVoteLink } from '../../../../../src/playground/human-evaluations/voting/vote-address.ts';
import type { Answers } from '../../../../helpers/page/fake-browser.ts';
import { type OpenedView, openView } from '../../../../helpers/page/open-view.tsx';

beforeEach(
  () =>
    void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance'] }),
);
afterEach(() => void vi.useRealTimers());

const STATE: VotingState = {
  evaluation_type: 'human_a_b_testing',
  testset_name: 'cases',
  is_closed: false,
  voter: 'Ana',
  own_code: 'own',
  total: 3,
  done: 1,
  next: 2,
  is_revealed: false,
  tally: null,
};
const made = (output: unknown): VotingCase['outputs'][number] => ({ output, state: 'made', variant: null });
const caseOf = (place: number, part: Partial<VotingCase> = {}): VotingCase => ({
  place,
  inputs: [{ input_name: 'text', input_value: `case ${place}` }],
  outputs: [made(`first ${place}`), made(`second ${place}`)],
  choice: null,
  score: null,
  note: '',
  ...part,
});

/** Opens the page of a voter who has joined, unless another address is given. */
async function openVote(answers: Answers = {}, hash = '#/vote/e') {
  const cases = [1, 2, 3].map((place) => [`GET /voting/e/cases/${place}`, caseOf(place)]);
  const page = await openView(hash, { ...Object.fromEntries(cases), 'GET /voting/e': STATE, ...answers });
  await page.sees('Vote on cases');
  await page.settle();
  return page;
}

const heading = (page: OpenedView) => page.names('heading')[0];

const ID = '01932c5e-5555-7000-8000-000000000001';

test('a link is read as it is written', () => {
  const link = new URL(toVoteLink('http://wf.test', ID, 'a-B_9'));
  expect(parseVoteAddress(link.hash)).toEqual({ evaluationId: ID, code: 'a-B_9' });
});

test.each([
  [`#/vote/${ID}`, { evaluationId: ID, code: null }],
  ['#/apps/support/human-evaluations', null],
  ['#code=x', null],
  [`#vote=${ID}`, null],
  [`#vote=${ID}.a/../b`, null],
  ['', null],
])('%j leads to the vote %j', (hash, address) => {
  expect(parseVoteAddress(hash)).toEqual(address);
});

test.each<[string, unknown, string]>([
  ['is gone', Response.json({ detail: 'x' }, { status: 404 }), 'This vote no longer exists.'],
  ['is closed', Response.json({ detail: 'Join first' }, { status: 401 }), 'Join first'],
  ['does not answer', new TypeError('fetch failed'), 'The server does not respond. Is it still running?'],
])('a vote that %s says so', async (_, answer, text) => {
  await using page = await openView('#/vote/e', { 'GET /voting/e': answer });
  await page.sees(text);
});

test('a voter has no key, and asks for nothing but the vote', async () => {
  await using page = await openVote({ 'POST /voting/e/session': STATE }, '#vote=e.abc');
  expect([page.hash, heading(page)]).toEqual(['#/vote/e', 'Case 2 of 3']);
  expect(page.sent.filter((one) => !one.includes('/voting/e'))).toEqual([]);
});

test('a vote goes to the next case, undo comes back, and then further back', async () => {
  await using page = await openVote({ 'PUT /voting/e/cases/2': { ...STATE, done: 2, next: 3 } });
  expect([page.read('Output 1'), page.read('Output 2')]).toEqual(['Output 1\nfirst 2', 'Output 2\nsecond 2']);
  await page.click('2 Output 2 is better');
  expect([heading(page), page.text.includes('2 of 3 voted on')]).toEqual(['Case 3 of 3', true]);
  page.browser.answer({ 'PUT /voting/e/cases/2': STATE, 'PUT /voting/e/cases/1': STATE });
  await page.click('Undo');
  expect(heading(page)).toBe('Case 2 of 3');
  await page.click('Undo');
  expect([heading(page), page.writes]).toEqual([
    'Case 1 of 3',
    [
      ['PUT /voting/e/cases/2', { choice: 'second' }],
      ['PUT /voting/e/cases/2', { choice: null }],
      ['PUT /voting/e/cases/1', { choice: null }],
    ],
  ]);
});

test('a refused vote stays on its case and says why, until it can be given', async () => {
  await using page = await openVote({ 'PUT /voting/e/cases/2': Response.json({ detail: 'Closed' }, { status: 409 }) });
  await page.click('1 Output 1 is better');
  expect([heading(page), page.names('alert')]).toEqual(['Case 2 of 3', ['Closed']]);
  page.browser.answer({ 'PUT /voting/e/cases/2': new TypeError('fetch failed') });
  await page.click('1 Output 1 is better');
  expect(page.names('alert')).toEqual(['The server does not respond. Is it still running?']);
  await page.settle(() => vi.advanceTimersByTime(1500));
  expect([heading(page), page.names('alert')]).toEqual(['Case 2 of 3', []]);
});

test('a key that is pressed twice votes once, and never on a case that nobody has seen', async () => {
  const { promise, resolve } = Promise.withResolvers();
  await using page = await openVote({ 'PUT /voting/e/cases/2': () => promise });
  await page.pressKey('1');
  await page.pressKey('1');
  const next = Promise.withResolvers();
  page.browser.answer({ 'GET /voting/e/cases/3': () => next.promise });
  await page.settle(() => resolve({ ...STATE, done: 2, next: 3 }));
  await page.pressKey('1');
  expect([heading(page), page.writes]).toEqual(['Case 3 of 3', [['PUT /voting/e/cases/2', { choice: 'first' }]]]);
  await page.settle(() => next.resolve(caseOf(3)));
  expect(page.read('Output 1')).toContain('first 3');
});

test('no key is lost while a vote is stored, and votes are stored in their order', async () => {
  const { promise, resolve } = Promise.withResolvers();
  await using page = await openVote({
    'PUT /voting/e/cases/2': () => promise,
    'PUT /voting/e/cases/3': { ...STATE, done: 3, next: null },
  });
  await page.pressKey('1');
  expect([heading(page), page.text.includes('2 of 3 voted on')]).toEqual(['Case 3 of 3', true]);
  await page.pressKey('2');
  expect(heading(page)).toBe('Thank you');
  expect(page.writes).toEqual([['PUT /voting/e/cases/2', { choice: 'first' }]]);
  await page.settle(() => resolve({ ...STATE, done: 2, next: 3 }));
  expect(page.writes).toEqual([
    ['PUT /voting/e/cases/2', { choice: 'first' }],
    ['PUT /voting/e/cases/3', { choice: 'second' }],
  ]);
  expect(heading(page)).toBe('Thank you');
});

test('a case that has a vote already is passed over when the service says so', async () => {
  await using page = await openVote({
    'GET /voting/e': { ...STATE, total: 4 },
    'GET /voting/e/cases/4': caseOf(4),
    'PUT /voting/e/cases/2': { ...STATE, total: 4, done: 3, next: 4 },
  });
  await page.pressKey('1');
  expect(heading(page)).toBe('Case 4 of 4');
});

test('a failed undo leaves the order of the votes, and a failed vote says so on its case', async () => {
  const refused = Response.json({ detail: 'Later' }, { status: 503 });
  await using page = await openVote({
    'PUT /voting/e/cases/2': { ...STATE, done: 2, next: 3 },
    'PUT /voting/e/cases/3': { ...STATE, done: 3, next: null },
  });
  await page.pressKey('1');
  await page.pressKey('2');
  page.browser.answer({ 'PUT /voting/e/cases/3': refused });
  await page.click('Undo');
  expect([heading(page), page.names('alert')]).toEqual(['Case 3 of 3', ['Later']]);
  page.browser.answer({ 'PUT /voting/e/cases/3': STATE });
  await page.click('Undo');
  const undone = page.writes.filter(([, body]) => JSON.stringify(body) === '{"choice":null}').map(([key]) => key);
  expect(undone).toEqual(['PUT /voting/e/cases/3', 'PUT /voting/e/cases/3']);
});

test('keys vote, go on and back, and lead to the note; they can be switched off', async () => {
  await using page = await openVote({
    'PUT /voting/e/cases/2': { ...STATE, done: 2, next: 3 },
    'PUT /voting/e/cases/3': STATE,
  });
  const seen: unknown[] = [];
  for (const key of ['N', 'p', 'p', 'p', 'n', '4', 'x', '3', 'c']) {
    await page.pressKey(key);
    seen.push(heading(page));
  }
  const at = (place: number) => `Case ${place} of 3`;
  expect(seen).toEqual([3, 2, 1, 1, 2, 3, 3, 2, 2].map(at));
  expect(page.focused).toBe('Note (optional)');
  await page.enter('Keys: 1 to 4 vote, U undo, P previous, N next, C note (Esc leaves it)', false);
  await page.pressKey('1');
  expect(page.writes).toEqual([
    ['PUT /voting/e/cases/2', { choice: 'both_bad' }],
    ['PUT /voting/e/cases/3', { choice: 'both_good' }],
  ]);
  expect(page.names('button')).toContain('Output 1 is better');
});

test('a note is stored once when it changed, and Escape leaves it', async () => {
  await using page = await openVote({ 'PUT /voting/e/cases/2': STATE });
  for (const note of ['', 'hm', 'hm']) await page.leave('Note (optional)', note);
  expect(page.writes).toEqual([['PUT /voting/e/cases/2', { note: 'hm' }]]);
  await page.pressKey('c');
  await page.press('Note (optional)', 'a');
  expect(page.focused).toBe('Note (optional)');
  await page.press('Note (optional)', 'Escape');
  expect(page.focused).toBe('');
});

test('a note that is stored late leaves the next case on the screen', async () => {
  const { promise, resolve } = Promise.withResolvers();
  await using page = await openVote({ 'PUT /voting/e/cases/2': () => promise });
  await page.leave('Note (optional)', 'hm');
  await page.pressKey('n');
  await page.settle(() => resolve(STATE));
  expect([heading(page), page.read('Output 1')]).toEqual(['Case 3 of 3', 'Output 1\nfirst 3']);
});

test('an output that is still generated is looked for again after two seconds', async () => {
  const waiting = caseOf(2, { outputs: [{ output: '', state: 'waiting', variant: null }] });
  await using page = await openVote({ 'GET /voting/e/cases/2': waiting });
  expect(page.read('Output')).toBe('Output\nStill generating…');
  page.browser.answer({ 'GET /voting/e/cases/2': caseOf(2) });
  await page.settle(() => vi.advanceTimersByTime(2000));
  expect(page.read('Output 1')).toBe('Output 1\nfirst 2');
});

test.each<[VotingCase['outputs'][number], string]>([
  [{ output: null, state: 'failed', variant: null }, 'There is no output: the call failed.'],
  [made(''), '(empty)'],
  [made({ b: 2 }), '{\n  "b": 2\n}'],
  [made('**b** c'), 'b c'],
])('the output %j reads %j', async (output, text) => {
  await using page = await openVote({ 'GET /voting/e/cases/2': caseOf(2, { outputs: [output] }) });
  expect(page.read('Output')).toBe(`Output\n${text}`);
});

test('inputs are shown; those that may scroll can be reached by the keyboard', async () => {
  const inputs = ['a'.repeat(200), 'a'.repeat(201), 'a\nb'].map((input_value, index) => ({
    input_name: `input ${index}`,
    input_value,
  }));
  await using page = await openVote({ 'GET /voting/e/cases/2': caseOf(2, { inputs }) });
  const reached = page.root.all.filter(({ tag, props }) => tag === 'dd' && props['tabIndex'] === 0);
  expect(reached.map(({ text }) => text)).toEqual(inputs.slice(1).map(({ input_value }) => input_value));
});

test.each<[string, Partial<VotingState>, string[][] | null, boolean]>([
  ['all 1,200 cases', { total: 1200 }, null, true],
  ['the case', { total: 1, own_code: null }, null, false],
  [
    'all 3 cases',
    {
      is_revealed: true,
      tally: [
        { label: 'tuned', votes: 3, mean_score: 62.55 },
        { label: 'default', votes: 1, mean_score: null },
      ],
    },
    [
      ['Vote', 'Cases', 'Mean score'],
      ['tuned', '3', '62.5'],
      ['default', '1', '-'],
    ],
    true,
  ],
])('the end of a vote on %s is shown', async (cases, state, tally, hasLink) => {
  await using page = await openVote({ 'GET /voting/e': { ...STATE, next: null, ...state } });
  expect(page.text).toContain(`You voted on ${cases}. Your votes are kept; this page can be closed.`);
  expect(page.names('table').length === 0 ? null : page.rows('Your votes')).toEqual(tally);
  expect(page.names('button').includes('Copy your own link')).toBe(hasLink);
});

test('from the end one goes back, undoes, reveals at once, and copies the own link', async () => {
  const ended = { ...STATE, done: 3, next: null };
  await using page = await openVote({
    'GET /voting/e': ended,
    'POST /voting/e/reveal': ended,
    'PUT /voting/e/cases/3': STATE,
  });
  await page.click('Copy your own link');
  expect(page.copied).toEqual(['http://127.0.0.1:4100/#vote=e.own']);
  await page.click('Show which is which');
  const seen: unknown[] = [];
  for (const name of ['Review my votes', 'Next', 'Undo']) {
    await page.click(name);
    seen.push(heading(page));
  }
  expect(seen).toEqual(['Case 3 of 3', 'Thank you', 'Case 3 of 3']);
  expect(page.writes.map(([key]) => key)).toEqual(['POST /voting/e/reveal', 'PUT /voting/e/cases/3']);
});
