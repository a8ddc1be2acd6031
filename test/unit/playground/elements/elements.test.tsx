import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { CopyButton } from '../../../../src/playground/elements/button.tsx';
import { cutText, LongText } from '../../../../src/playground/elements/facts.tsx';
import { Tabs } from '../../../../src/playground/elements/tabs.tsx';
import { visibleRange } from '../../../../src/playground/elements/row-table.tsx';
import { fakeBrowser } from '../../../helpers/page/fake-browser.ts';
import { HostElement } from '../../../helpers/page/host-element.ts';
import { drawScreen } from '../../../helpers/page/screen.ts';

test('a copy is confirmed until the focus leaves', async () => {
  using browser = fakeBrowser();
  await using shown = await drawScreen(<CopyButton label="Copy" text={() => 'the text'} />);
  await shown.click('Copy');
  expect([browser.copied, shown.text]).toEqual([['the text'], 'Copied']);
  await shown.leave('Copied');
  expect(shown.text).toBe('Copy');
});

test('a browser that forbids copying is reported', async () => {
  using _ = fakeBrowser();
  vi.stubGlobal('navigator', { clipboard: { writeText: () => Promise.reject(new Error('no')) } });
  await using shown = await drawScreen(<CopyButton label="Copy" text={() => 'the text'} />);
  await shown.click('Copy');
  expect(shown.text).toBe('Copying is blocked');
});

test('a text of more than fifty thousand characters is cut until all of it is asked for', async () => {
  await using shown = await drawScreen(<LongText text={'x'.repeat(50_001)}>{(text) => <pre>{text}</pre>}</LongText>);
  const length = () => shown.root.all.find(({ tag }) => tag === 'pre')?.text.length;
  expect(length()).toBe(50_000);
  await shown.click('Show all 50,001 characters');
  expect([length(), shown.names('button')]).toEqual([50_001, []]);
});

test.each([
  ['abc', 3, 'abc'],
  ['abc', 2, 'ab'],
  ['a😀b', 2, 'a'],
  ['a😀b', 3, 'a😀'],
  ['a\ud7ff\ue000', 2, 'a\ud7ff'],
  ['a\udc00b', 2, 'a\udc00'],
])('%j is cut after %i units to whole characters', (text, most, expected) => {
  expect(cutText(text, most)).toBe(expected);
});

const TABS = [
  { name: 'a', label: 'First' },
  { name: 'b', label: 'Second' },
  { name: 'c', label: 'Third' },
] as const;

function Formats({ first }: { readonly first: 'a' | 'b' | 'c' }) {
  const [selected, select] = useState(first);
  return (
    <Tabs label="Formats" tabs={TABS} selected={selected} onSelect={select}>
      Content {selected}
    </Tabs>
  );
}

test.each([
  ['a', 'ArrowRight', 'Second', 'Second'],
  ['c', 'ArrowRight', 'First', 'First'],
  ['b', 'ArrowLeft', 'First', 'First'],
  ['a', 'ArrowLeft', 'Third', 'Third'],
  ['b', 'x', 'Second', undefined],
] as const)('from tab %s, %s leads to %s, which gets the focus', async (first, key, next, focused) => {
  using _ = fakeBrowser();
  await using shown = await drawScreen(<Formats first={first} />);
  await shown.press('Formats', key);
  const selected = shown.root.all.filter(({ props }) => props['aria-selected'] === true);
  expect([selected.map(({ text }) => text), shown.names('tabpanel'), HostElement.focused?.text]).toEqual([
    [next],
    [next],
    focused,
  ]);
});

test.each([
  ['at the top', 0, 100_000, { first: 0, end: 30 }],
  ['in the middle', 36_000, 100_000, { first: 990, end: 1030 }],
  ['at the end', 3_599_280, 100_000, { first: 99_970, end: 100_000 }],
  ['beyond the end', 9_000_000, 100_000, { first: 99_999, end: 100_000 }],
  ['above the top, as a bouncing scroll is', -50, 100_000, { first: 0, end: 30 }],
  ['in a short list', 0, 3, { first: 0, end: 3 }],
  ['in an empty list', 0, 0, { first: 0, end: 0 }],
])('%s, the visible rows and a few more are drawn', (_, scrollTop, count, range) => {
  expect(visibleRange(scrollTop, 720, 36, count)).toEqual(range);
});
