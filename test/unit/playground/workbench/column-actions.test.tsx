import { afterEach, beforeEach, expect, test, vi } from 'vitest';
// What the page loads when it is first seen is here already.
import '../../../../src/playground/variants/deploy-dialog.tsx';
import '../../../../src/playground/variants/diff-view.tsx';
import '../../../../src/playground/workbench/save-dialog.tsx';
import { ANSWER, openRoutes, RUN, runsOf } from '../../../helpers/page/open-routes.tsx';
import { environmentOf, LONG, routeOf, TIME, variantOf } from '../../../helpers/page/page-records.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => void vi.useRealTimers());

test('a configuration is edited as JSON', async () => {
  await using opened = await openRoutes();
  const { shown } = opened;
  await shown.click('JSON');
  expect(shown.markup).toMatchSnapshot('valid');
  await shown.enter('Configuration as JSON', '{"tone":');
  expect(shown.markup).toMatch(/JSON decode error/);
  expect(shown.markup).toMatch(/className="primary" title="Ctrl\+Enter" disabled>/);
  await shown.enter('Configuration as JSON', '{"tone":"dry","words":0}');
  expect(shown.markup).toMatchSnapshot('out of range');
  await shown.click('Form');
  expect(shown.markup).toContain('value="dry"');
});

test('configurations are added and removed, and each runs', async () => {
  await using opened = await openRoutes({}, { [`POST ${RUN}`]: ANSWER });
  const { shown, browser } = opened;
  await shown.enter('question', 'x');
  await shown.enter('Tone', 'dry');
  await shown.click('Add configuration');
  expect(shown.markup).toContain('data-count=2');
  await shown.click('Run');
  expect(runsOf(browser.sent)).toHaveLength(2);
  expect(shown.markup.match(/value="dry"/g)).toHaveLength(2);
  expect(shown.markup).toMatchSnapshot();
  await shown.click('Remove Configuration 1');
  expect(shown.markup).toContain('data-count=1');
});

test('a saved variant is loaded, changed, compared, saved and deployed', async () => {
  const reload = vi.fn();
  const revisions = [1, 2].map((revision) => ({
    id: `r${revision}`,
    revision,
    modified_by: 'ana',
    config: { config_name: 'default', parameters: { tone: `tone ${revision}`, words: 20 } },
    created_at: TIME,
  }));
  const tuned = variantOf({ variant_id: 'v9', variant_name: 'tuned', revision: 1, parameters: { tone: 'new' } });
  await using opened = await openRoutes(
    { reload, environments: [environmentOf(), environmentOf({ name: 'staging', deployed_variant_name: null })] },
    {
      'GET /variants/variant-1/revisions': revisions,
      'PUT /variants/variant-1/parameters': null,
      'GET /variants/variant-1': variantOf({ revision: 3, parameters: { tone: 'wry', words: 20 } }),
      'POST /variants/from-base': tuned,
      'POST /environments/deploy': null,
    },
  );
  const { shown, browser } = opened;
  await shown.enter('Start from', 'variant-1');
  expect(shown.markup).toMatchSnapshot('loaded');
  await shown.enter('Revision', '1');
  expect(shown.markup).toContain('value="tone 1"');
  await shown.enter('Tone', 'wry');
  await shown.click('Changes •');
  expect(shown.markup).toMatchSnapshot('compared');
  await shown.click('Save…');
  expect(shown.markup).toMatchSnapshot('save dialog');
  await shown.click('Save');
  expect(reload).toHaveBeenCalledTimes(1);
  await shown.click('Deploy…');
  expect(shown.markup).toMatchSnapshot('deploy dialog');
  await shown.enter('stagingnothing deployed yet', true);
  await shown.click('Deploy');
  await shown.click('Save…');
  await shown.enter('A new variant', true);
  await shown.enter('Name of the new variant', 'tuned');
  await shown.click('Save');
  await shown.click('Save…');
  await shown.click('Cancel');
  expect(reload).toHaveBeenCalledTimes(3);
  await shown.enter('Start from', '');
  expect(browser.sent.filter((one) => !one.startsWith('GET'))).toMatchSnapshot('sent');
  expect(shown.markup).toContain('the code’s defaults');
});

test('a field that routes declare differently is loaded, marked and saved for its route', async () => {
  const properties = { tone: { type: 'string', default: 'short' }, words: { type: 'integer', default: 50 } };
  const config = { type: 'object', properties: { ...properties } };
  const summary = routeOf({ path: '/summary', config, defaults: { tone: 'short', words: 50 } });
  const shared = { ...config, properties: { ...properties, tone: { type: 'string', default: 'plain' } } };
  const stored = { tone: 'all', words: 20, '/': { tone: 'root' }, '/summary': { tone: 'own' } };
  await using opened = await openRoutes(
    { routes: [routeOf({ config: shared }), summary], variant: variantOf({ parameters: stored }) },
    {
      'GET /variants/variant-1/revisions': [],
      'PUT /variants/variant-1/parameters': null,
      'GET /variants/variant-1': variantOf({ revision: 3, parameters: stored }),
    },
    '/summary',
  );
  const { shown, browser } = opened;
  await shown.enter('Start from', 'variant-1');
  expect(shown.markup).toContain('own');
  expect(shown.markup.match(/this route only/g)).toHaveLength(1);
  await shown.enter('tone', 'wry');
  await shown.click('Save…');
  await shown.click('Save');
  expect(browser.sent.find((one) => one.startsWith('PUT'))).toBe(
    'PUT /variants/variant-1/parameters {"parameters":{"words":20,"/summary":{"tone":"wry"}}}',
  );
});

test('what is refused keeps the dialog open', async () => {
  await using opened = await openRoutes({}, {});
  await opened.shown.click('Save…');
  await opened.shown.enter('Name of the new variant', LONG);
  await opened.shown.click('Save');
  expect(opened.shown.markup).toMatchSnapshot();
});
