import { expect, test } from 'vitest';
import { ScoreForm } from '../../../../../src/playground/human-evaluations/voting/case-view.tsx';
import { HostElement, HostInput } from '../../../../helpers/page/host-element.ts';
import { openView } from '../../../../helpers/page/open-view.tsx';
import { drawScreen } from '../../../../helpers/page/screen.ts';

test.each([
  ['', false, 50],
  [' ', false, 50],
  ['-0.1', false, 50],
  ['0', true, 0],
  ['62.5', true, 62.5],
  ['100', true, 100],
  ['100.1', false, 50],
  ['x', false, 50],
])('whether the score %j can be given: %s', async (typed, isValid, slider) => {
  const given: number[] = [];
  await using shown = await drawScreen(<ScoreForm score={7} onScore={(score) => given.push(score)} />);
  expect([shown.value('Score, 0 to 100'), shown.value('Score slider')]).toEqual(['7', 7]);
  await shown.enter('Score, 0 to 100', typed);
  expect([shown.isDisabled('Save and continue'), shown.value('Score slider')]).toEqual([!isValid, slider]);
  await shown.submit('Your vote');
  expect(given).toEqual(isValid ? [Number(typed)] : []);
});

test('the slider sets the score', async () => {
  await using shown = await drawScreen(<ScoreForm score={null} onScore={() => undefined} />);
  await shown.enter('Score slider', '72');
  expect(shown.value('Score, 0 to 100')).toBe('72');
});

const STATE = {
  evaluation_type: 'human_a_b_testing',
  testset_name: 'cases',
  is_closed: false,
  voter: 'Ana',
  own_code: null,
  total: 3,
  done: 0,
  next: 1,
  is_revealed: false,
  tally: null,
};
const caseOf = (place: number) => ({
  place,
  inputs: [],
  outputs: ['a', 'b'].map((output) => ({ output, state: 'made', variant: null })),
  choice: null,
  score: null,
  note: '',
});
const of = (type: string) => new HostInput('input', { type });
const inDialog = () => {
  const [dialog, button] = [new HostElement('dialog', {}), new HostElement('button', {})];
  button.parent = dialog;
  return button;
};

test.each<[string, string, object, string]>([
  ['a letter', 'n', {}, 'goes on'],
  ['a capital letter', 'N', {}, 'goes on'],
  ['another letter', 'b', {}, 'does nothing'],
  ['a key with Ctrl', 'n', { ctrlKey: true }, 'does nothing'],
  ['a key with Meta', 'n', { metaKey: true }, 'does nothing'],
  ['a key with Alt', 'n', { altKey: true }, 'does nothing'],
  ['a key that is held', 'n', { repeat: true }, 'does nothing'],
  ['a key on a button', 'n', { target: new HostElement('button', {}) }, 'goes on'],
  ['a key in a dialog', 'n', { target: inDialog() }, 'does nothing'],
  ['a letter in a text field', 'n', { target: of('text') }, 'does nothing'],
  ['a letter in a text area', 'n', { target: new HostElement('textarea', {}) }, 'does nothing'],
  ['a letter in a menu', 'n', { target: new HostElement('select', {}) }, 'does nothing'],
  ['a letter in a number field', 'n', { target: of('number') }, 'goes on'],
  ['a digit', '1', {}, 'votes'],
  ['a digit in a number field', '1', { target: of('number') }, 'does nothing'],
  ['a digit on a slider', '1', { target: of('range') }, 'does nothing'],
  ['a digit on a tick box', '1', { target: of('checkbox') }, 'votes'],
])('%s, %s with %o, %s', async (_, key, event, effect) => {
  await using page = await openView('#/vote/e', {
    'GET /voting/e': STATE,
    'GET /voting/e/cases/1': caseOf(1),
    'GET /voting/e/cases/2': caseOf(2),
    'PUT /voting/e/cases/1': STATE,
  });
  await page.sees('Case 1 of 3');
  await page.pressKey(key, event);
  const isMoved = page.names('heading')[0] === 'Case 2 of 3';
  expect(page.writes.length > 0 ? 'votes' : isMoved ? 'goes on' : 'does nothing').toBe(effect);
});
