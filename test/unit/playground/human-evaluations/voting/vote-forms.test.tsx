import { expect, test } from 'vitest';
import { ChoiceForm, ScoreForm } from '../../../../../src/playground/human-evaluations/voting/vote-forms.tsx';
import { fakeBrowser } from '../../../../helpers/page/fake-browser.ts';
import { mount } from '../../../../helpers/page/mount.ts';

test.each([
  ['', false, 50],
  [' ', false, 50],
  ['-0.1', false, 50],
  ['0', true, 0],
  ['62.5', true, 62.5],
  ['100', true, 100],
  ['100.1', false, 50],
  ['x', false, 50],
])('the score %j can be given: %s', async (typed, isValid, slider) => {
  using _ = fakeBrowser();
  const given: number[] = [];
  await using shown = await mount(<ScoreForm score={7} onScore={(score) => given.push(score)} />);
  await shown.enter('Score, 0 to 100', typed);
  await shown.submit();
  expect(given).toEqual(isValid ? [Number(typed)] : []);
  const find = (type: string) => shown.root.all.find(({ props }) => props['type'] === type)?.props;
  expect([find('range')?.['value'], find('number')?.['aria-invalid'], find('submit')?.['disabled']]).toEqual([
    slider,
    typed !== '' && !isValid,
    !isValid,
  ]);
});

test('a score that was given before is there, and the slider changes it', async () => {
  using _ = fakeBrowser();
  await using shown = await mount(<ScoreForm score={7} onScore={() => undefined} />);
  expect(shown.markup).toMatchInlineSnapshot(`
    "<form className="score" aria-label="Your vote">
      <label className="field">
        <span> "Score, 0 to 100"
        <input type="number" min=0 max=100 step="any" autoFocus required value="7" aria-invalid=false>
      <input type="range" min=0 max=100 aria-label="Score slider" value=7>
      <button type="submit" className="primary" disabled=false> "Save and continue""
  `);
  await shown.enter('Score slider', '80');
  expect(shown.markup).toMatch(/type="number".* value="80"/);
});

test.each([true, false])('choices are buttons, with their keys if there is a keyboard: %s', async (hasKeys) => {
  using _ = fakeBrowser();
  const chosen: string[] = [];
  await using shown = await mount(
    <ChoiceForm choice="second" hasKeys={hasKeys} onChoice={(choice) => chosen.push(choice)} />,
  );
  const buttons = shown.root.all.filter(({ tag }) => tag === 'button');
  const stateOf = ({ props, text }: (typeof buttons)[number]) => [
    text,
    props['aria-pressed'],
    props['aria-keyshortcuts'],
  ];
  const labels = ['Output 1 is better', 'Output 2 is better', 'Both are good', 'Both are bad'];
  expect(buttons.map(stateOf)).toEqual(
    labels.map((label, index) => [
      `${hasKeys ? index + 1 : ''} ${label}`,
      index === 1,
      hasKeys ? String(index + 1) : undefined,
    ]),
  );
  for (const { text } of buttons) await shown.click(text.trim());
  expect(chosen).toEqual(['first', 'second', 'both_good', 'both_bad']);
});
