import { expect, test, vi } from 'vitest';
import { LazyView } from '../../../../src/playground/elements/lazy-view.tsx';
import { fakeBrowser } from '../../../helpers/page/fake-browser.ts';
import { mount } from '../../../helpers/page/mount.ts';

const View = ({ text }: { readonly text: string }) => <b>{text}</b>;

function open() {
  const browser = fakeBrowser();
  const lost = vi.fn();
  addEventListener('wf-no-answer', lost);
  return { browser, lost, [Symbol.dispose]: () => browser[Symbol.dispose]() };
}

test('a view is drawn when its code is here', async () => {
  using opened = open();
  const code = Promise.withResolvers<typeof View>();
  await using shown = await mount(<LazyView name="view" load={() => code.promise} props={{ text: 'drawn' }} />);
  expect(shown.markup).toContain('"Loading…"');
  await shown.settle(() => code.resolve(View));
  expect(shown.markup).toBe('<b> "drawn"');
  expect(opened.lost).not.toHaveBeenCalled();
});

test('a view that is opened again is drawn at once', async () => {
  using _ = open();
  const load = vi.fn(async () => View);
  {
    await using _first = await mount(<LazyView name="view" load={load} props={{ text: 'drawn' }} />);
  }
  const placeholders = vi.fn(() => null);
  const Placeholder = () => placeholders();
  await using shown = await mount(
    <LazyView name="view" load={load} props={{ text: 'again' }} placeholder={<Placeholder />} />,
  );
  expect(shown.markup).toBe('<b> "again"');
  expect(placeholders).not.toHaveBeenCalled();
  expect(load).toHaveBeenCalledOnce();
});

test('a placeholder stands for code that is not here', async () => {
  using _ = open();
  const code = Promise.withResolvers<typeof View>();
  await using shown = await mount(
    <LazyView name="view" load={() => code.promise} props={{ text: 'drawn' }} placeholder="as it is" />,
  );
  expect(shown.markup).toBe('"as it is"');
});

test('missing code is reported once, asked for again, and then needs a reload', async () => {
  using opened = open();
  const reload = vi.fn();
  Object.assign(opened.browser.location, { reload });
  const load = vi.fn(async (): Promise<typeof View> => {
    throw new TypeError('Failed to fetch dynamically imported module');
  });
  await using shown = await mount(<LazyView name="view" load={load} props={{ text: 'drawn' }} />);
  expect(shown.markup).toContain('"This part of the page could not be loaded."');
  expect(shown.markup).not.toContain('Reload');
  await shown.settle(() => opened.browser.dispatch('wf-answers-again'));
  expect(load).toHaveBeenCalledTimes(2);
  expect(opened.lost).toHaveBeenCalledOnce();
  expect(shown.markup).toContain('It keeps your inputs and configurations.');
  await shown.click('Reload the page');
  expect(reload).toHaveBeenCalledOnce();
});

test('a page whose code is missing still has its heading', async () => {
  using _ = open();
  const load = async (): Promise<typeof View> => {
    throw new TypeError('Failed to fetch dynamically imported module');
  };
  await using shown = await mount(<LazyView name="view" title="Votes" load={load} props={{ text: 'drawn' }} />);
  expect(shown.markup).toMatch(/^<h1> "Votes"\n.*could not be loaded/s);
});

test('code that arrives at the second time is drawn', async () => {
  using opened = open();
  const load = vi.fn(async () => View);
  load.mockRejectedValueOnce(new TypeError('Failed to fetch dynamically imported module'));
  await using shown = await mount(<LazyView name="view" load={load} props={{ text: 'drawn' }} />);
  await shown.settle(() => opened.browser.dispatch('wf-answers-again'));
  expect(shown.markup).toBe('<b> "drawn"');
});
