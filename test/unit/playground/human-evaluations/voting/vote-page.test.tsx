import { afterEach, expect, test, vi } from 'vitest';
import type { VotingCase, VotingState } from '../../../../../src/contract/human-evaluations/voting.ts';
import { VotePage } from '../../../../../src/playground/human-evaluations/voting/vote-page.tsx';
import { HostElement, HostInput } from '../../../../helpers/page/host-element.ts';
import { fakeBrowser, type Answers } from '../../../../helpers/page/fake-browser.ts';
import { mount } from '../../../../helpers/page/mount.ts';

afterEach(() => void vi.useRealTimers());

const STATE: VotingState = {
  evaluation_type: 'human_a_b_testing',
  testset_name: 'cases',
  voter: 'Ana',
  own_code: 'own',
  total: 3,
  done: 1,
  next: 2,
  is_revealed: false,
  tally: null,
};
const caseOf = (place: number, part: Partial<VotingCase> = {}): VotingCase => ({
  place,
  inputs: [{ input_name: 'text', input_value: `case ${place}` }],
  correct_answer: null,
  outputs: [
    { output: `first ${place}`, state: 'made', variant: null },
    { output: `second ${place}`, state: 'made', variant: null },
  ],
  choice: null,
  score: null,
  note: '',
  ...part,
});
const CASES: Answers = {
  'GET /voting/e/cases/1': caseOf(1, { choice: 'both_good', note: 'so' }),
  'GET /voting/e/cases/2': caseOf(2),
  'GET /voting/e/cases/3': caseOf(3),
};
const open = async (answers: Answers, code: string | null = null) => {
  const browser = fakeBrowser({ answers: { ...CASES, 'GET /voting/e': STATE, ...answers }, hash: '#vote=e.abc' });
  const shown = await mount(<VotePage address={{ evaluationId: 'e', code }} />);
  const heading = () => /<h1[^>]*> "(.*)"/.exec(shown.markup)?.[1];
  return {
    browser,
    shown,
    heading,
    [Symbol.asyncDispose]: async () => (await shown[Symbol.asyncDispose](), browser[Symbol.dispose]()),
  };
};

test('the code of a link leaves the address, and joins', async () => {
  await using vote = await open({ 'POST /voting/e/session': { ...STATE, voter: null, total: 1 } }, 'abc');
  expect(vote.browser.location.hash).toBe('#/vote/e');
  expect(vote.shown.markup).toMatchSnapshot('one case');
  vote.browser.answer({ 'POST /voting/e/session': Response.json({ detail: 'The name is taken' }, { status: 409 }) });
  await vote.shown.enter('Name', 'Ben');
  await vote.shown.click('Start');
  expect(vote.shown.markup).toMatchSnapshot('taken');
  vote.browser.answer({ 'POST /voting/e/session': STATE });
  await vote.shown.click('Start');
  expect(vote.heading()).toBe('Case 2 of 3');
  expect(vote.browser.sent).toEqual([
    'POST /voting/e/session {"code":"abc"}',
    'POST /voting/e/session {"code":"abc","name":"Ben"}',
    'POST /voting/e/session {"code":"abc","name":"Ben"}',
    'GET /voting/e/cases/2',
  ]);
});

test('a shared link asks for a name and says how many cases there are', async () => {
  await using vote = await open({ 'GET /voting/e': { ...STATE, voter: null, total: 1200 } });
  expect(vote.shown.markup).toMatchSnapshot();
});

test.each<[string, unknown, string]>([
  ['is gone', Response.json({ detail: 'x' }, { status: 404 }), 'This vote no longer exists.'],
  ['is closed', Response.json({ detail: 'Join first' }, { status: 401 }), 'Join first'],
  ['does not answer', new TypeError('fetch failed'), 'The server does not respond. Is it still running?'],
])('a vote that %s says so', async (_, answer, text) => {
  await using vote = await open({ 'GET /voting/e': answer });
  expect(vote.shown.markup).toContain(`<p className="notice error" role="alert"> ${JSON.stringify(text)}`);
});

test('a vote goes to the next case, undo comes back', async () => {
  await using vote = await open({ 'PUT /voting/e/cases/2': { ...STATE, done: 2, next: 3 } });
  expect(vote.shown.markup).toMatchSnapshot('second case');
  await vote.shown.click('2 Output 2 is better');
  expect(vote.heading()).toBe('Case 3 of 3');
  expect(vote.shown.markup).toContain('"2 of 3 voted on"');
  vote.browser.answer({ 'PUT /voting/e/cases/2': STATE });
  await vote.shown.click('Undo');
  expect(vote.heading()).toBe('Case 2 of 3');
  await vote.shown.click('Undo');
  expect(vote.browser.sent.filter((one) => one.startsWith('PUT'))).toEqual([
    'PUT /voting/e/cases/2 {"choice":"second"}',
    'PUT /voting/e/cases/2 {"choice":null}',
    'PUT /voting/e/cases/1 {"choice":null}',
  ]);
});

test('a refused vote stays on its case and says why', async () => {
  await using vote = await open({});
  await vote.shown.click('1 Output 1 is better');
  expect(vote.heading()).toBe('Case 2 of 3');
  expect(vote.shown.markup).toContain('"Nothing answers PUT /voting/e/cases/2"');
  await vote.shown.click('Next');
  expect(vote.shown.markup).not.toContain('Nothing answers');
});

test('a vote without an answer can be given again when there are answers', async () => {
  await using vote = await open({ 'PUT /voting/e/cases/2': new TypeError('fetch failed') });
  await vote.shown.click('1 Output 1 is better');
  expect(vote.shown.markup).toContain('The server does not respond.');
  await vote.shown.settle(() => dispatchEvent(new Event('wf-answers-again')));
  expect(vote.heading()).toBe('Case 2 of 3');
  expect(vote.shown.markup).not.toContain('does not respond');
});

test('keys vote, go on and back, undo, and lead to the note', async () => {
  await using vote = await open({
    'PUT /voting/e/cases/2': { ...STATE, done: 2, next: 3 },
    'PUT /voting/e/cases/3': STATE,
  });
  const press = (key: string, event?: object) => vote.shown.settle(() => vote.browser.press(key, event));
  await press('N');
  expect(vote.heading()).toBe('Case 3 of 3');
  await press('p');
  expect(vote.heading()).toBe('Case 2 of 3');
  await press('p');
  await press('p');
  expect(vote.heading()).toBe('Case 1 of 3');
  expect(vote.shown.markup).toMatchSnapshot('first case');
  await press('n');
  for (const event of [{ ctrlKey: true }, { metaKey: true }, { altKey: true }, { repeat: true }])
    await press('1', event);
  for (const target of [new HostElement('textarea', {}), new HostInput('input', { type: 'text' })]) {
    await press('1', { target });
  }
  expect(vote.browser.sent.filter((one) => one.startsWith('PUT'))).toEqual([]);
  await press('4');
  await press('x');
  await press('3');
  await press('c');
  expect(vote.shown.root.all.find(({ tag }) => tag === 'textarea')?.calls).toEqual(['focus']);
  await vote.shown.enter('Keys: 1 to 4 vote, U undo, P previous, N next, C note (Esc leaves it)', false);
  await press('1');
  expect(vote.shown.markup).toMatchSnapshot('without keys');
  expect(vote.browser.sent.filter((one) => one.startsWith('PUT'))).toEqual([
    'PUT /voting/e/cases/2 {"choice":"both_bad"}',
    'PUT /voting/e/cases/3 {"choice":"both_good"}',
  ]);
});

test('a note is stored when it changed, and Escape leaves it', async () => {
  await using vote = await open({ 'PUT /voting/e/cases/2': STATE });
  const note = 'Note (optional)';
  const target = (value: string) => ({ target: { value } });
  await vote.shown.fire(note, 'onBlur', target(''));
  await vote.shown.fire(note, 'onBlur', target('hm'));
  await vote.shown.fire(note, 'onBlur', target('hm'));
  await vote.shown.fire(note, 'onKeyDown', { key: 'a' });
  expect(vote.shown.root.all.find(({ tag }) => tag === 'textarea')?.calls).toEqual([]);
  await vote.shown.fire(note, 'onKeyDown', { key: 'Escape' });
  expect(vote.shown.root.all.find(({ tag }) => tag === 'textarea')?.calls).toEqual(['blur']);
  expect(vote.browser.sent.filter((one) => one.startsWith('PUT'))).toEqual(['PUT /voting/e/cases/2 {"note":"hm"}']);
});

test('an output that is still generated is looked for again after two seconds', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const waiting = caseOf(2, { outputs: [{ output: '', state: 'waiting', variant: null }] });
  await using vote = await open({ 'GET /voting/e/cases/2': waiting });
  expect(vote.shown.markup).toContain('Still generating…');
  await vote.shown.settle(() => vi.advanceTimersByTime(1999));
  vote.browser.answer({ 'GET /voting/e/cases/2': caseOf(2) });
  await vote.shown.settle(() => vi.advanceTimersByTime(1));
  expect(vote.shown.markup).toContain('first 2');
  await vote.shown.settle(() => vi.advanceTimersByTime(9000));
  expect(vote.browser.sent.filter((one) => one === 'GET /voting/e/cases/2')).toHaveLength(2);
});

test('variants are revealed after a question, before the last vote', async () => {
  await using vote = await open({ 'POST /voting/e/reveal': { ...STATE, is_revealed: true } });
  await vote.shown.click('Show which is which…');
  expect(vote.shown.markup).toMatchSnapshot('question');
  await vote.shown.click('Show');
  expect(vote.shown.markup).toContain('<span className="tag"> "no longer blind"');
  expect(vote.browser.sent.filter((one) => one.endsWith('/reveal'))).toHaveLength(1);
});

test.each<[string, Partial<VotingState>]>([
  ['of three cases', {}],
  ['of one case', { total: 1, done: 1, own_code: null }],
  [
    'of known variants',
    {
      is_revealed: true,
      tally: [
        { label: 'default', votes: 2, mean_score: null },
        { label: 'tuned', votes: 1, mean_score: 81.25 },
      ],
    },
  ],
])('the end of a vote %s is shown', async (_, state) => {
  await using vote = await open({ 'GET /voting/e': { ...STATE, done: 3, next: null, ...state } });
  expect(vote.shown.markup).toMatchSnapshot();
});

test('from the end one goes back, undoes, reveals, and copies the own link', async () => {
  const ended = { ...STATE, done: 3, next: null };
  await using vote = await open({
    'GET /voting/e': ended,
    'POST /voting/e/reveal': ended,
    'PUT /voting/e/cases/3': STATE,
  });
  await vote.shown.click('Copy your own link');
  expect(vote.browser.copied).toEqual(['http://127.0.0.1:4100/#vote=e.own']);
  await vote.shown.click('Show which is which');
  await vote.shown.click('Review my votes');
  expect(vote.heading()).toBe('Case 3 of 3');
  await vote.shown.click('Next');
  expect(vote.heading()).toBe('Thank you');
  await vote.shown.click('Undo');
  expect(vote.heading()).toBe('Case 3 of 3');
  expect(vote.browser.sent.slice(1)).toEqual([
    'POST /voting/e/reveal',
    'GET /voting/e/cases/3',
    'PUT /voting/e/cases/3 {"choice":null}',
    'GET /voting/e/cases/3',
  ]);
});

test('a single output gets a score from 0 to 100', async () => {
  const scored = { ...STATE, evaluation_type: 'single_model_test', next: 1, done: 0, total: 2 };
  const one = caseOf(1, { outputs: [{ output: 'x', state: 'made', variant: null }], score: null });
  await using vote = await open({
    'GET /voting/e': scored,
    'GET /voting/e/cases/1': one,
    'PUT /voting/e/cases/1': { ...scored, done: 1, next: 2 },
  });
  expect(vote.shown.markup).toMatchSnapshot('no score yet');
  const score = 'Score, 0 to 100';
  for (const wrong of ['-1', '100.5', 'x', ' ']) {
    await vote.shown.enter(score, wrong);
    await vote.shown.fire('Your vote', 'onSubmit');
    expect(vote.shown.markup).toMatch(/className="primary" disabled/);
  }
  for (const right of ['0', '100']) {
    await vote.shown.enter(score, right);
    expect(vote.shown.markup).toContain('disabled=false');
  }
  await vote.shown.enter('Score slider', '72');
  expect(vote.shown.markup).toMatchSnapshot('a score');
  await vote.shown.settle(() => vote.browser.press('1'));
  await vote.shown.click('Save and continue');
  expect(vote.heading()).toBe('Case 2 of 2');
  await vote.shown.click('Undo');
  expect(vote.browser.sent.filter((sent) => sent.startsWith('PUT'))).toEqual([
    'PUT /voting/e/cases/1 {"score":72}',
    'PUT /voting/e/cases/1 {"score":null}',
  ]);
});

test('before the service answers, the page says only what it is', async () => {
  const { promise, resolve } = Promise.withResolvers<VotingState>();
  await using vote = await open({ 'GET /voting/e': () => promise });
  expect(vote.shown.markup).toMatchSnapshot('loading');
  resolve(STATE);
});
