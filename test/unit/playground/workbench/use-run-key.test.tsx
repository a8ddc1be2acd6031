import { expect, test, vi } from 'vitest';
import { useRunKey } from '../../../../src/playground/workbench/use-run-key.ts';
import { fakeBrowser } from '../../../helpers/page/fake-browser.ts';
import { mount } from '../../../helpers/page/mount.ts';

/** Presses a key; returns how often something ran. */
async function press(key: string, event: object, { canRun = true, hasDialog = false } = {}): Promise<number> {
  using browser = fakeBrowser();
  vi.stubGlobal('document', {
    querySelector: (selector: string) => (hasDialog && selector === 'dialog[open]' ? {} : null),
  });
  let runs = 0;
  const run = canRun ? () => (runs += 1) : null;
  function View() {
    useRunKey(run);
    return null;
  }
  await using shown = await mount(<View />);
  await shown.settle(() => browser.press(key, event));
  await shown.draw(null);
  await shown.settle(() => browser.press(key, event));
  return runs;
}

test.each([
  ['Enter', { ctrlKey: true }, {}, 1],
  ['Enter', { metaKey: true }, {}, 1],
  ['Enter', {}, {}, 0],
  ['a', { ctrlKey: true }, {}, 0],
  ['Enter', { ctrlKey: true }, { canRun: false }, 0],
  ['Enter', { ctrlKey: true }, { hasDialog: true }, 0],
])('%s with %j, where %j, runs %i times while the view is shown', async (key, event, state, times) => {
  expect(await press(key, event, state)).toBe(times);
});
