import { expect, test } from 'vitest';
import { Tabs } from '../../../../src/playground/elements/tabs.tsx';
import { fakeBrowser } from '../../../helpers/page/fake-browser.ts';
import { mount } from '../../../helpers/page/mount.ts';

const TABS = [
  { name: 'a', label: 'First' },
  { name: 'b', label: 'Second' },
  { name: 'c', label: 'Third' },
] as const;

async function openTabs(selected: 'a' | 'b' | 'c') {
  const browser = fakeBrowser();
  const chosen: string[] = [];
  const shown = await mount(
    <Tabs label="Formats" tabs={TABS} selected={selected} onSelect={(name) => chosen.push(name)}>
      <p>Content</p>
    </Tabs>,
  );
  return {
    shown,
    chosen,
    focused: () => shown.root.all.filter(({ calls }) => calls.includes('focus')).map(({ text }) => text),
    [Symbol.asyncDispose]: async () => {
      await shown[Symbol.asyncDispose]();
      browser[Symbol.dispose]();
    },
  };
}

test('one tab is selected, and labels what is shown', async () => {
  await using tabs = await openTabs('b');
  expect(tabs.shown.markup).toMatchInlineSnapshot(`
    "<div className="tabs">
      <div role="tablist" aria-label="Formats">
        <button type="button" role="tab" id="id1-a" aria-selected=false aria-controls="id1-panel" tabIndex=-1> "First"
        <button type="button" role="tab" id="id1-b" aria-selected aria-controls="id1-panel" tabIndex=0> "Second"
        <button type="button" role="tab" id="id1-c" aria-selected=false aria-controls="id1-panel" tabIndex=-1> "Third"
      <div role="tabpanel" id="id1-panel" aria-labelledby="id1-b">
        <p> "Content""
  `);
  await tabs.shown.click('Third');
  expect(tabs.chosen).toEqual(['c']);
});

test.each([
  ['a', 'ArrowRight', 'b', 'Second'],
  ['c', 'ArrowRight', 'a', 'First'],
  ['b', 'ArrowLeft', 'a', 'First'],
  ['a', 'ArrowLeft', 'c', 'Third'],
] as const)('from %s, %s leads to %s', async (selected, key, next, label) => {
  await using tabs = await openTabs(selected);
  let prevented = 0;
  await tabs.shown.fire('Formats', 'onKeyDown', { key, preventDefault: () => (prevented += 1) });
  expect([tabs.chosen, tabs.focused(), prevented]).toEqual([[next], [label], 1]);
});

test('another key is left to the browser', async () => {
  await using tabs = await openTabs('a');
  let prevented = 0;
  await tabs.shown.fire('Formats', 'onKeyDown', { key: 'Tab', preventDefault: () => (prevented += 1) });
  expect([tabs.chosen, tabs.focused(), prevented]).toEqual([[], [], 0]);
});
