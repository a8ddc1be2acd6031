import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ConnectionNotice } from '../../../../../src/playground/shell/connection/connection-notice.tsx';
import { ANSWERS_AGAIN } from '../../../../../src/playground/service/fetch-service.ts';
import { fakeBrowser, type FakeBrowserOptions } from '../../../../helpers/page/fake-browser.ts';
import { mount } from '../../../../helpers/page/mount.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

const PAGE = '<html><script type="module" src="/page/page-A.js"></script></html>';

async function open(options: FakeBrowserOptions = {}) {
  const browser = fakeBrowser(options);
  const script = { getAttribute: (name: string) => (name === 'src' ? '/page/page-A.js' : null) };
  vi.stubGlobal('document', { querySelector: (query: string) => (query === 'script[src]' ? script : null) });
  const shown = await mount(<ConnectionNotice />);
  const back: string[] = [];
  addEventListener(ANSWERS_AGAIN, ({ type }) => back.push(type));
  const [EMPTY] = [shown.markup];
  return {
    browser,
    shown,
    back,
    empty: EMPTY,
    dispatch: (type: string) => shown.settle(() => browser.dispatch(type)),
    pass: (ms: number) => shown.settle(() => vi.advanceTimersByTime(ms)),
    [Symbol.asyncDispose]: async () => (await shown[Symbol.asyncDispose](), browser[Symbol.dispose]()),
  };
}

test('a service without answers is asked until it has the page, and the views are told', async () => {
  await using opened = await open({ answers: { 'GET /': new TypeError('x') } });
  const { browser, shown } = opened;
  vi.stubGlobal('navigator', { onLine: true });
  await opened.dispatch('wf-no-answer');
  expect(shown.markup).toContain(
    '<p className="busy"> "The service does not answer. The page tries again until it does."',
  );
  await opened.pass(1499);
  expect(browser.sent).toEqual([]);
  await opened.pass(1);
  await opened.pass(1500);
  browser.answer({ 'GET /': new Response('starting', { status: 503 }) });
  await opened.pass(1500);
  expect([browser.sent, opened.back]).toEqual([['GET /', 'GET /', 'GET /'], []]);
  browser.answer({ 'GET /': new Response(PAGE) });
  await opened.pass(1500);
  expect([shown.markup, opened.back]).toEqual([opened.empty, ['wf-answers-again']]);
  await opened.pass(10_000);
  expect(browser.sent).toHaveLength(4);
});

test('a computer that is offline is told apart', async () => {
  await using opened = await open();
  vi.stubGlobal('navigator', { onLine: false });
  await opened.dispatch('wf-no-answer');
  expect(opened.shown.markup).toContain('This computer is offline. The page tries again until the service answers.');
});

test('an outdated page offers a reload, and asks no more', async () => {
  await using opened = await open({ answers: { 'GET /': new Response(PAGE.replace('A', 'B')) } });
  const { browser, shown } = opened;
  const reload = vi.fn();
  Object.assign(browser.location, { reload });
  vi.stubGlobal('navigator', { onLine: true });
  await opened.dispatch('wf-no-answer');
  await opened.pass(1500);
  expect(shown.markup).toContain('The service was updated since this page was loaded.');
  expect(shown.markup).not.toContain('busy');
  await opened.dispatch('wf-no-answer');
  await opened.pass(10_000);
  expect([browser.sent, opened.back]).toEqual([['GET /'], []]);
  await shown.click('Reload');
  expect(reload).toHaveBeenCalledOnce();
});

test('slow requests are reported until all of them have ended', async () => {
  await using opened = await open();
  await opened.dispatch('wf-slow-request');
  await opened.dispatch('wf-slow-request');
  await opened.dispatch('wf-slow-end');
  expect(opened.shown.markup).toContain('<p> "The service is slow to answer."');
  await opened.dispatch('wf-slow-end');
  expect(opened.shown.markup).toBe(opened.empty);
});

test('a notice that is gone asks and hears no more', async () => {
  const opened = await open({ answers: { 'GET /': new TypeError('x') } });
  vi.stubGlobal('navigator', { onLine: true });
  await opened.dispatch('wf-no-answer');
  await opened.shown.draw(null);
  await opened.pass(10_000);
  expect(opened.browser.sent).toEqual([]);
  await opened[Symbol.asyncDispose]();
});
