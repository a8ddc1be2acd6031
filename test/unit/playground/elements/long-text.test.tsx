import { expect, test } from 'vitest';
import { cutText, LongText } from '../../../../src/playground/elements/long-text.tsx';
import { fakeBrowser } from '../../../helpers/page/fake-browser.ts';
import { mount } from '../../../helpers/page/mount.ts';

const draw = (shown: string) => <pre data-length={shown.length} />;

test('a text of fifty thousand characters is shown whole', async () => {
  using _ = fakeBrowser();
  await using shown = await mount(<LongText text={'x'.repeat(50_000)}>{draw}</LongText>);
  expect(shown.markup).toBe('<pre data-length=50000>');
});

test('a longer one is cut until all of it is asked for', async () => {
  using _ = fakeBrowser();
  await using shown = await mount(<LongText text={'x'.repeat(50_001)}>{draw}</LongText>);
  expect(shown.markup).toContain('<pre data-length=50000>');
  await shown.click('Show all 50,001 characters');
  expect(shown.markup).toBe('<pre data-length=50001>');
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
