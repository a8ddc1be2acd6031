import { expect, test, vi } from 'vitest';
import { CopyButton } from '../../../../src/playground/elements/copy-button.tsx';
import { fakeBrowser } from '../../../helpers/page/fake-browser.ts';
import { mount } from '../../../helpers/page/mount.ts';

const button = (text: string) => `<button type="button">\n  <span aria-live="polite"> "${text}"`;

test('a copy is confirmed until the focus leaves', async () => {
  using browser = fakeBrowser();
  await using shown = await mount(<CopyButton label="Copy" text={() => 'the text'} />);
  expect(shown.markup).toBe(button('Copy'));
  await shown.click('Copy');
  expect([browser.copied, shown.markup]).toEqual([['the text'], button('Copied')]);
  await shown.fire('Copied', 'onBlur');
  expect(shown.markup).toBe(button('Copy'));
});

test('a browser that forbids copying is reported', async () => {
  using _ = fakeBrowser();
  vi.stubGlobal('navigator', { clipboard: { writeText: () => Promise.reject(new Error('no')) } });
  await using shown = await mount(<CopyButton label="Copy" text={() => 'the text'} />);
  await shown.click('Copy');
  expect(shown.markup).toBe(button('Copying is blocked'));
});
