import { expect, test } from 'vitest';
import { useShortcuts } from '../../../../../src/playground/human-evaluations/voting/use-shortcuts.ts';
import { ScoreForm } from '../../../../../src/playground/human-evaluations/voting/vote-forms.tsx';
import { fakeBrowser } from '../../../../helpers/page/fake-browser.ts';
import { HostElement, HostInput } from '../../../../helpers/page/host-element.ts';
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
  // The browser's own check is not all that holds.
  await shown.submit('Your vote');
  expect(given).toEqual(isValid ? [Number(typed)] : []);
});

const of = (type: string) => new HostInput('input', { type });
const inDialog = () => {
  const [dialog, button] = [new HostElement('dialog', {}), new HostElement('button', {})];
  button.parent = dialog;
  return button;
};

test.each<[string, string, object, string[]]>([
  ['a letter', 'a', {}, ['a']],
  ['a capital letter', 'A', {}, ['a']],
  ['a named key', 'ArrowLeft', {}, ['left']],
  ['another letter', 'b', {}, []],
  ['a key with Ctrl', 'a', { ctrlKey: true }, []],
  ['a key with Meta', 'a', { metaKey: true }, []],
  ['a key with Alt', 'a', { altKey: true }, []],
  ['a key that is held', 'a', { repeat: true }, []],
  ['a key on a button', 'a', { target: new HostElement('button', {}) }, ['a']],
  ['a key in a dialog', 'a', { target: inDialog() }, []],
  ['a letter in a text field', 'a', { target: of('text') }, []],
  ['a letter in a text area', 'a', { target: new HostElement('textarea', {}) }, []],
  ['a letter in a menu', 'a', { target: new HostElement('select', {}) }, []],
  ['a letter in a number field', 'a', { target: of('number') }, ['a']],
  ['a digit in a number field', '1', { target: of('number') }, []],
  ['a digit on a slider', '1', { target: of('range') }, []],
  ['a digit on a tick box', '1', { target: of('checkbox') }, ['1']],
])('%s, %s with %o, is a shortcut only where it types nothing', async (_, key, event, done) => {
  using browser = fakeBrowser();
  const acts: string[] = [];
  const shortcuts = { a: () => acts.push('a'), '1': () => acts.push('1'), arrowleft: () => acts.push('left') };
  function View() {
    useShortcuts(shortcuts, true);
    return null;
  }
  await using shown = await drawScreen(<View />);
  await shown.settle(() => browser.press(key, event));
  expect(acts).toEqual(done);
});
