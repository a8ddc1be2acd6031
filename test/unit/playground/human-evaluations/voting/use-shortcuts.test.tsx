import { expect, test } from 'vitest';
import { useShortcuts } from '../../../../../src/playground/human-evaluations/voting/use-shortcuts.ts';
import { fakeBrowser } from '../../../../helpers/page/fake-browser.ts';
import { HostElement, HostInput } from '../../../../helpers/page/host-element.ts';
import { mount } from '../../../../helpers/page/mount.ts';

const of = (type: string) => new HostInput('input', { type });
const inDialog = () => {
  const [dialog, button] = [new HostElement('dialog', {}), new HostElement('button', {})];
  button.parent = dialog;
  return button;
};

/** Presses a key while the shortcuts `a`, `1` and `arrowleft` are on; returns what they did. */
async function press(key: string, event: object = {}, isOn = true): Promise<string[]> {
  using browser = fakeBrowser();
  const done: string[] = [];
  const shortcuts = { a: () => done.push('a'), '1': () => done.push('1'), arrowleft: () => done.push('left') };
  function View() {
    useShortcuts(shortcuts, isOn);
    return null;
  }
  await using shown = await mount(<View />);
  await shown.settle(() => browser.press(key, event));
  return done;
}

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
])('%s, %s, does what it should', async (_, key, event, done) => {
  expect(await press(key, event)).toEqual(done);
});

test('shortcuts that are off do nothing', async () => {
  expect(await press('a', {}, false)).toEqual([]);
});
