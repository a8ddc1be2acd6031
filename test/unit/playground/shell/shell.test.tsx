import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Address } from '../../../../src/playground/address/address.ts';
import { titleOf } from '../../../../src/playground/shell/shell.tsx';
import type { Answers } from '../../../helpers/page/fake-browser.ts';
import { HostElement } from '../../../helpers/page/host-element.ts';
import { openView } from '../../../helpers/page/open-view.tsx';
import { environmentOf, routeOf, variantOf } from '../../../helpers/page/page-records.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] }));
afterEach(() => void vi.useRealTimers());

const app = 'support';
const TWO_APPS = ['support', 'sales'].map((app_name, index) => ({ app_id: `app-${index + 1}`, app_name }));
const SALES: Answers = {
  'GET /apps': TWO_APPS,
  'GET /bases?app_id=app-2': [],
  'GET /apps/app-2/variants': [],
  'GET /apps/app-2/environments': [],
};

test.each<[Address, string]>([
  [{ page: 'start' }, 'Apps'],
  [{ page: 'overview', app }, 'Overview, support'],
  [{ page: 'routes', app, path: null, base: null }, 'Routes, support'],
  [{ page: 'routes', app, path: '/summarise', base: 'app' }, '/summarise, Routes, support'],
  [{ page: 'environments', app, name: 'staging' }, 'staging, Environments, support'],
  [{ page: 'variants', app, id: 'some-id' }, 'Variants, support'],
  [{ page: 'evaluations', app, id: 'some-id' }, 'Evaluations, support'],
  [{ page: 'human-evaluations', app, id: null }, 'Votes, support'],
])('%j has the title %s', (address, title) => {
  expect(titleOf(address)).toBe(title);
});

test('the tab is named by its view, and screen readers hear where a link led', async () => {
  await using page = await openView('#/');
  expect([page.hash, document.title]).toEqual(['#/apps/support/overview', 'Overview, support · wf']);
  await page.click('Variants');
  expect([document.title, page.spoken]).toEqual(['Variants, support · wf', 'Variants, support']);
  await page.click('Environments');
  await page.go('#/apps/support/environments?find=x');
  expect([document.title, page.spoken]).toEqual(['Environments, support · wf', 'Environments, support']);
  await page.click('production');
  expect(document.title).toBe('production · wf');
});

test.each(['Routes', 'Variants', 'Environments', 'Evaluations', 'Votes'])(
  '%s is marked in the navigation',
  async (name) => {
    await using page = await openView('routes');
    await page.click(name);
    const [pages] = page.root.all.filter(({ props }) => props['aria-label'] === 'Pages');
    const marked = pages?.children.filter(({ props }) => props['aria-current'] === 'page');
    expect(marked?.map(({ text }) => text)).toEqual([name]);
  },
);

test('the link to the content moves the focus, not the address', async () => {
  await using page = await openView('variants');
  await page.click('Skip to content');
  expect([page.hash, HostElement.focused?.tag]).toEqual(['#/apps/support/variants', 'main']);
});

test('another app is chosen, and commands name it where there are several', async () => {
  await using page = await openView('variants', SALES);
  expect(await page.commands()).toEqual(['wf variants list --app support']);
  await page.enter('App', 'sales');
  expect(page.hash).toBe('#/apps/sales/overview');
  await page.click('Evaluations');
  await page.sees('No evaluations yet');
});

test.each([
  ['those of these sources', 'support', 'wf variants list'],
  ['those of another app', 'sales', 'wf variants list --app support'],
])('under wf dev, commands about %s name the app where they must', async (_, source, command) => {
  await using page = await openView('variants', {
    'GET /session': { signed_in: true, owner: 'somebody', mode: 'dev' },
  });
  await page.save({ type: 'reload-end', app: source, routes: [] });
  expect(await page.commands()).toEqual([command]);
});

const NO_ANSWER = 'The server does not respond. Is it still running?';

test.each<[string, string, Answers, string]>([
  ['there is no app', '#/', { 'GET /apps': [] }, 'No app yet\nDeploy a project from its folder to see its app here.'],
  ['the app is unknown', '#/apps/gone/variants', {}, 'There is no app "gone".'],
  ['the route is unknown', 'routes/gone', {}, 'There is no route /gone.'],
  ['the app has no route', 'routes', { 'GET /apps/app-1/routes': [] }, 'No routes yet'],
  [
    'routes are refused',
    'routes',
    { 'GET /apps/app-1/routes': Response.json({ detail: 'No.' }, { status: 403 }) },
    'No.',
  ],
  ['the server is gone', 'routes', { 'GET /session': new TypeError('x') }, NO_ANSWER],
  ['nobody is signed in', 'routes', { 'GET /session': { signed_in: false, owner: null, mode: 'serve' } }, 'Sign in'],
])('when %s, the page says so', async (_, place, answers, text) => {
  await using page = await openView(place, answers);
  expect(page.text).toContain(text);
});

test.each<[string, string, unknown, string]>([
  ['GET /session', 'variants', { signed_in: true, owner: 'somebody', mode: 'serve' }, 'Variants'],
  ['GET /apps', 'variants', TWO_APPS, 'Variants'],
  ['GET /apps/app-1/environments', 'environments', [environmentOf()], 'Environments'],
  ['GET /apps/app-1/routes', 'routes', [routeOf()], 'Route /'],
  ['GET /evaluations', 'evaluations', [], 'No evaluations yet'],
])(
  'what failed for want of an answer to %s is asked for again when there are answers',
  async (key, place, answer, text) => {
    await using page = await openView(place, { [key]: new TypeError('x') });
    expect(page.text).toContain(NO_ANSWER);
    page.browser.answer({ [key]: answer });
    await page.settle(() => vi.advanceTimersByTime(60_000));
    expect([page.text.includes(NO_ANSWER), page.names('heading').includes(text)]).toEqual([false, true]);
  },
);

test('what cannot be fetched again stays, below a notice', async () => {
  const change = 'PATCH /variants/variant-1/metadata';
  await using page = await openView('variants/variant-1', { [change]: {} });
  page.browser.answer({ 'GET /apps': new TypeError('x'), 'GET /apps/app-1/environments': new TypeError('x') });
  await page.click('Archive');
  expect(page.names('alert')).toEqual([NO_ANSWER]);
  expect(page.names('button')).toContain('Archive');
});

test('the bases of an app have routes of their own, first those of the oldest variant', async () => {
  await using page = await openView('routes?base=other', {
    'GET /bases': ['a', 'app', 'other'].map((base_name) => ({ base_id: base_name, base_name })),
    'GET /apps/app-1/variants?base_name=other': [variantOf({ variant_id: 'v2', base_name: 'other' })],
    'GET /apps/app-1/routes?base_name=other': [routeOf({ path: '/b' })],
    'POST /services/app-1/v2/playground/run/b': { version: '3.0', data: 'of the other' },
  });
  expect([page.options('Base'), page.read('Routes')]).toEqual([['app', 'a', 'other'], '/b']);
  await page.enter('question', 'x');
  await page.click('Run');
  expect(page.read('Answer')).toBe('of the other');
  await page.enter('Base', 'app');
  expect([page.hash, page.read('Routes')]).toEqual(['#/apps/support/routes?base=app', '/']);
});
