import { expect, test } from 'vitest';
import type { Workspace } from '../../../../src/playground/workspace/workspace.ts';
import { DEV, openRoutes, routesPage, RUN, runsOf } from '../../../helpers/page/open-routes.tsx';
import { LONG, routeOf } from '../../../helpers/page/page-records.ts';

test.each<[string, Partial<Workspace>, string | null]>([
  ['without routes', { routes: [] }, null],
  ['without routes, under wf dev', { routes: [], dev: { ...DEV, routes: [] } }, null],
  ['without that route', { routes: [routeOf(), routeOf({ path: '/other' })] }, '/gone'],
  ['with two bases', { bases: ['app', LONG], base: LONG }, null],
  ['under wf dev', { dev: DEV, environments: [], variant: null }, '/'],
  ['without configuration or inputs', { routes: [routeOf({ config: null, input: { properties: {} } })] }, null],
  ['with any inputs', { routes: [routeOf({ input: null })] }, null],
])('the page %s is shown', async (_, workspace, path) => {
  await using opened = await openRoutes(workspace, {}, path);
  expect(opened.shown.markup).toMatchSnapshot();
});

test('a base is chosen', async () => {
  await using opened = await openRoutes({ bases: ['app', 'other'] });
  await opened.shown.enter('Base', 'other');
  expect(opened.browser.location.hash).toBe('#/apps/support/routes?base=other');
});

test('with wrong inputs or an invalid configuration nothing runs', async () => {
  await using opened = await openRoutes({ routes: [routeOf({ input: null })] });
  const { shown, browser } = opened;
  await shown.enter('Inputs, as a JSON object', '[1]');
  expect(shown.markup).toMatchSnapshot('no object');
  await shown.settle(() => browser.press('Enter', { ctrlKey: true }));
  await shown.enter('Inputs, as a JSON object', '{"a":1}');
  await shown.enter('words', '101');
  expect(shown.markup).toMatchSnapshot('too much');
  await shown.submit();
  await shown.settle(() => browser.press('Enter', { metaKey: true }));
  expect(browser.sent.filter((one) => one.startsWith('POST'))).toEqual([]);
  await shown.click('Reset words to its default');
  await shown.settle(() => browser.press('Enter'));
  await shown.settle(() => browser.press('a', { ctrlKey: true }));
  expect(runsOf(browser.sent)).toEqual([]);
  await shown.settle(() => browser.press('Enter', { metaKey: true }));
  expect(runsOf(browser.sent)).toEqual([`POST ${RUN} {"a":1,"ag_config":{"tone":"plain","words":50}}`]);
});

test('the draft survives a reload of the page, another route has its own', async () => {
  await using opened = await openRoutes();
  await opened.shown.enter('question', 'kept');
  await opened.shown.draw(null);
  await opened.shown.draw(routesPage());
  expect(opened.shown.markup).toContain('value="kept"');
  await opened.shown.draw(routesPage({ routes: [routeOf({ path: '/other' })] }));
  expect(opened.shown.markup).not.toContain('value="kept"');
});
