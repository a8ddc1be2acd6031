import { expect, test } from 'vitest';
import type { DevEvent } from '../../../../src/contract/develop/dev-events.ts';
// Views that the page loads when they are first seen are here already.
import '../../../../src/playground/environments/environments-page.tsx';
import '../../../../src/playground/evaluations/evaluations-page.tsx';
import '../../../../src/playground/human-evaluations/human-evaluations-page.tsx';
import '../../../../src/playground/variants/variants-page.tsx';
import { announce, lastAnnounced } from '../../../../src/playground/elements/announce.ts';
import { Page } from '../../../../src/playground/shell/page.tsx';
import { fakeBrowser, type Answers, type FakeBrowserOptions } from '../../../helpers/page/fake-browser.ts';
import { mount } from '../../../helpers/page/mount.ts';
import { TESTSETS, VARIANTS } from '../../../helpers/page/open-routes.tsx';
import { environmentOf, routeOf, variantOf } from '../../../helpers/page/page-records.ts';

const APPS = [
  { app_id: 'app-1', app_name: 'support' },
  { app_id: 'app-2', app_name: 'sales' },
];
const RECORDS: Answers = {
  'GET /session': { signed_in: true, mode: 'serve' },
  'GET /apps': APPS,
  'GET /bases?app_id=app-1': [{ base_id: 'base-1', base_name: 'app' }],
  'GET /apps/app-1/variants?limit=1': [variantOf()],
  'GET /apps/app-1/environments': [environmentOf()],
  'GET /apps/app-1/routes?base_name=app': [routeOf()],
  'GET /bases?app_id=app-2': [],
  'GET /apps/app-2/variants?limit=1': [],
  'GET /apps/app-2/variants?limit=100&total=true&archived=false': [],
  'GET /apps/app-2/environments': [],
};
const open = async ({ answers = {}, ...options }: FakeBrowserOptions = {}) => {
  const browser = fakeBrowser({ answers: { ...RECORDS, ...answers }, ...options });
  const shown = await mount(<Page />);
  const go = (hash: string) => shown.settle(() => void (browser.location.hash = hash));
  return {
    browser,
    shown,
    go,
    [Symbol.asyncDispose]: async () => (await shown[Symbol.asyncDispose](), browser[Symbol.dispose]()),
  };
};

test('the start leads to the first app, with its records', async () => {
  await using page = await open();
  expect(page.browser.location.hash).toBe('#/apps/support/routes');
  expect(page.shown.markup).toMatchSnapshot();
  expect(page.browser.sent).toEqual([
    'GET /session',
    'GET /apps',
    'GET /bases?app_id=app-1',
    'GET /apps/app-1/variants?limit=1',
    'GET /apps/app-1/environments',
    'GET /apps/app-1/routes?base_name=app',
    TESTSETS,
    VARIANTS,
  ]);
});

test.each([
  ['variants', '<h1> "Variants"'],
  ['environments', '<h1> "Environments"'],
  ['evaluations', '<h1> "Evaluations"'],
  ['human-evaluations', '<h1> "Votes"'],
  ['routes', 'className="hidden"> "Route /"'],
])('the page of %s is marked in the navigation', async (name, heading) => {
  await using page = await open({ hash: `#/apps/support/${name}` });
  expect(page.shown.markup).toContain(heading);
  expect(page.shown.markup).toContain(`<a href="#/apps/support/${name}" aria-current="page">`);
  expect(page.shown.markup.match(/aria-current/g)).toHaveLength(name === 'routes' ? 2 : 1);
});

test('the tab is named by its view, and screen readers hear where a link led', async () => {
  await using page = await open({ hash: '#/apps/support/variants' });
  announce('before');
  expect(document.title).toBe('Variants, support · wf');
  await page.go('#/apps/support/variants?find=x');
  expect(lastAnnounced().text).toBe('before');
  await page.go('#/apps/support/environments');
  expect([document.title, lastAnnounced().text]).toEqual(['Environments, support · wf', 'Environments, support']);
});

test('another app is chosen', async () => {
  await using page = await open();
  await page.shown.enter('App', 'sales');
  expect(page.browser.location.hash).toBe('#/apps/sales/routes');
  expect(page.shown.markup).toMatchSnapshot();
});

test.each<[string, FakeBrowserOptions]>([
  ['there is no app', { answers: { 'GET /apps': [] } }],
  ['the app is unknown', { hash: '#/apps/gone/variants' }],
  ['apps cannot be read', { answers: { 'GET /apps': new TypeError('x') } }],
  ['records cannot be read', { answers: { 'GET /apps/app-1/environments': new TypeError('x') } }],
  ['routes cannot be read', { answers: { 'GET /apps/app-1/routes?base_name=app': undefined } }],
  ['nobody is signed in', { answers: { 'GET /session': { signed_in: false, mode: 'serve' } } }],
  ['the server is gone', { answers: { 'GET /session': new TypeError('x') } }],
])('when %s, the page says so', async (_, options) => {
  await using page = await open(options);
  expect(page.shown.markup).toMatchSnapshot();
});

test.each(['GET /session', 'GET /apps', 'GET /apps/app-1/environments'])(
  'what failed for want of an answer to %s is asked for again when there are answers',
  async (key) => {
    await using page = await open({
      answers: { [TESTSETS]: [], [VARIANTS]: [variantOf()], [key]: new TypeError('x') },
    });
    expect(page.shown.markup).toContain('The server does not respond. Is it still running?');
    page.browser.answer({ [key]: RECORDS[key] });
    await page.shown.settle(() => page.browser.dispatch('wf-answers-again'));
    expect(page.shown.markup).not.toContain('does not respond');
    expect(page.shown.markup).toContain('href="#/apps/support/routes/"');
    const asked = page.browser.sent.length;
    // What has arrived is not asked for again.
    await page.shown.settle(() => page.browser.dispatch('wf-answers-again'));
    expect(page.browser.sent).toHaveLength(asked);
  },
);

test('the bases of an app have routes of their own', async () => {
  const other = variantOf({ variant_id: 'v2', base_name: 'other' });
  await using page = await open({
    hash: '#/apps/support/routes?base=other',
    answers: {
      // Bases come by name; the oldest variant's is the first.
      'GET /bases?app_id=app-1': ['a', 'app', 'other'].map((base_name) => ({ base_id: base_name, base_name })),
      'GET /apps/app-1/variants?base_name=other&limit=1': [other],
      'GET /apps/app-1/routes?base_name=other': [routeOf({ path: '/b' })],
    },
  });
  expect(page.shown.markup).toContain('href="#/apps/support/routes/b?base=other"');
  await page.go('#/apps/support/routes');
  expect(page.shown.markup).toContain('href="#/apps/support/routes/?base=app"');
  expect(page.browser.sent).not.toContain('GET /apps/app-1/variants?base_name=app&limit=1');
});

test('signing out asks for a key; a wrong one is refused', async () => {
  const out = { signed_in: false, mode: 'serve' };
  await using page = await open({ answers: { 'DELETE /session': out } });
  await page.shown.click('Sign out');
  await page.shown.enter('Key', 'wrong');
  page.browser.answer({ 'POST /session': Response.json({ detail: 'Unknown key' }, { status: 401 }) });
  await page.shown.click('Sign in');
  expect(page.shown.markup).toMatchSnapshot();
  page.browser.answer({ 'POST /session': { signed_in: true, mode: 'serve' } });
  await page.shown.click('Sign in');
  expect(page.shown.markup).toContain('Sign out');
  expect(page.browser.sent.filter((one) => one.includes('/session'))).toEqual([
    'GET /session',
    'DELETE /session',
    'POST /session {"key":"wrong"}',
    'POST /session {"key":"wrong"}',
  ]);
});

test('the code of an address signs in once, and leaves it', async () => {
  await using page = await open({
    hash: '#code=a-b_1',
    answers: { 'POST /session': { signed_in: true, mode: 'serve' } },
  });
  expect(page.browser.sent[0]).toBe('POST /session {"code":"a-b_1"}');
  expect(page.browser.location.hash).toBe('#/apps/support/routes');
});

test.each([
  [true, 'Sign out'],
  [false, '<p className="error" role="alert"> "Used"'],
])('a used code matters only to who is not signed in (%s)', async (signed_in, text) => {
  await using page = await open({
    hash: '#code=used',
    answers: {
      'POST /session': Response.json({ detail: 'Used' }, { status: 401 }),
      'GET /session': { signed_in, mode: 'serve' },
    },
  });
  expect(page.shown.markup).toContain(text);
  const asked = page.browser.sent.filter((one) => one.includes('/session'));
  await page.shown.settle(() => page.browser.dispatch('wf-answers-again'));
  expect(page.browser.sent.filter((one) => one.includes('/session'))).toEqual(asked);
});

test('an ended session leads to the sign-in', async () => {
  await using page = await open();
  page.browser.answer({
    'GET /session': { signed_in: false, mode: 'serve' },
    'GET /apps/app-1/variants?limit=1': Response.json({ detail: 'x' }, { status: 401 }),
  });
  await page.shown.settle(() => page.browser.dispatch('wf-session-end'));
  expect(page.shown.markup).toContain('<h1> "Sign in"');
});

test('a refusal for want of a session ends it', async () => {
  await using page = await open();
  page.browser.answer({
    'GET /session': { signed_in: false, mode: 'serve' },
    'GET /evaluations?app_id=app-1&limit=100&total=true&archived=false&order=desc': Response.json(
      { detail: 'x' },
      { status: 401 },
    ),
  });
  await page.go('#/apps/support/evaluations');
  expect(page.shown.markup).toContain('<h1> "Sign in"');
});

test('under wf dev the page follows the sources', async () => {
  const built: DevEvent = { type: 'reload-end', app: 'support', routes: [routeOf({ path: '/new' })] };
  const broken: DevEvent = {
    ...built,
    type: 'reload-fail',
    message: 'Unexpected }',
    file: 'workflow.ts',
    line: 3,
    column: 7,
    frame: null,
  };
  await using page = await open({ answers: { 'GET /session': { signed_in: true, mode: 'dev' } } });
  const stream = page.browser.streams.get('/dev/events');
  const send = (event: Event) => page.shown.settle(() => void stream?.dispatchEvent(event));
  const say = (event: DevEvent) => send(new MessageEvent('message', { data: JSON.stringify(event) }));
  expect(page.shown.markup).toMatchSnapshot('before the first event');
  await say(built);
  expect(page.shown.markup).toContain('data-state="good" role="status"> "Watching"');
  expect(page.shown.markup).toContain('href="#/apps/support/routes/new"');
  await say(broken);
  expect(page.shown.markup.slice(0, page.shown.markup.indexOf('className="route"'))).toMatchSnapshot('broken');
  await send(new Event('error'));
  expect(page.shown.markup).toContain('data-state="bad" role="status"> "wf dev has stopped"');
  await send(new Event('open'));
  expect(page.shown.markup).toContain('data-state="bad" role="status"> "Last save does not build"');
  await say({ ...built, app: null });
  expect(page.shown.markup).toContain('<option> "project"');
  await page.go('#/apps/project/routes');
  expect(page.browser.sent).not.toContain('GET /apps/null/routes');
  expect(page.shown.markup).toContain('href="#/apps/project/routes/new"');
  await page.go('#/apps/sales/variants');
  expect(page.shown.markup).toContain('"No variants yet"');
});

test('the link to the content moves the focus, not the address', async () => {
  await using page = await open({ hash: '#/apps/support/variants' });
  await page.shown.click('Skip to content');
  expect(page.browser.location.hash).toBe('#/apps/support/variants');
});
