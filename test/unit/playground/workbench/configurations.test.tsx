import { expect, test } from 'vitest';
import type { Answers } from '../../../helpers/page/fake-browser.ts';
import { ANSWER, DEV, type OpenedView, openView, RUN } from '../../../helpers/page/open-view.tsx';
import { pageOf, routeOf, TIME, variantOf } from '../../../helpers/page/page-records.ts';

const revisionOf = (revision: number) => ({
  id: `r${revision}`,
  revision,
  modified_by: 'ana',
  config: { config_name: 'default', parameters: { tone: `tone ${revision}`, words: 20 } },
  created_at: TIME,
});
const SAVED: Answers = {
  'GET /variants/variant-1/revisions': [revisionOf(1), revisionOf(2)],
  'PUT /variants/variant-1/parameters': null,
  'GET /variants/variant-1': variantOf({ revision: 3, base_id: 'base-9', parameters: { tone: 'wry', words: 20 } }),
  'POST /variants/from-base': variantOf({ variant_id: 'v9', variant_name: 'tuned', revision: 1, parameters: {} }),
  'POST /environments/deploy': null,
};

async function openSaveDialog(page: OpenedView) {
  await page.click('Save…');
  await page.sees('Save configuration');
}

test('a configuration is edited as JSON', async () => {
  await using page = await openView('routes', { [RUN]: ANSWER });
  await page.click('JSON');
  const field = 'Configuration as JSON';
  expect(JSON.parse(String(page.value(field)))).toEqual({ tone: 'plain', words: 50 });
  await page.enter(field, '{"tone":');
  expect([page.isDisabled('Run'), page.names('alert')]).toEqual([true, [expect.stringMatching(/^JSON decode error/)]]);
  await page.enter(field, '{"tone":"dry","words":0}');
  expect([page.isDisabled('Run'), page.isDisabled('Save…'), page.names('alert')]).toEqual([
    true,
    true,
    ['words: Input should be greater than or equal to 1'],
  ]);
  await page.enter(field, '{"tone":"dry","words":5}');
  await page.click('Form');
  expect([page.value('Tone'), page.value('words')]).toEqual(['dry', 5]);
});

test('up to six configurations are added as copies of the last, run at once, and are removed', async () => {
  await using page = await openView('routes', { [RUN]: ANSWER });
  await page.enter('question', 'x');
  await page.enter('Tone', 'dry');
  for (let count = 2; count <= 6; count += 1) await page.click('Add configuration');
  expect(page.isDisabled('Add configuration')).toBe(true);
  await page.click('Run');
  expect(page.writes).toEqual(
    Array.from({ length: 6 }, () => [RUN, { question: 'x', ag_config: { tone: 'dry', words: 50 } }]),
  );
  expect(page.spoken).toMatch(/^6 of 6 configurations answered in /);
  await page.click('Remove Configuration 1');
  expect(page.names('heading').filter((name) => name.startsWith('Configuration'))).toHaveLength(5);
});

test('a stored configuration is loaded, changed, compared, saved as a new revision, and then deployed', async () => {
  await using page = await openView('routes', SAVED);
  await page.enter('Start from', 'default');
  expect([page.value('Tone'), page.options('Revision'), page.isDisabled('Deploy…')]).toEqual([
    'kind',
    ['1', '2'],
    false,
  ]);
  await page.enter('Revision', '1');
  expect(page.value('Tone')).toBe('tone 1');
  await page.enter('Tone', 'wry');
  expect(page.isDisabled('Deploy…')).toBe(true);
  await page.click('Changes •');
  await page.sees('tone 1 → wry');
  await openSaveDialog(page);
  expect(page.names('radio')).toEqual(['A new revision of default', 'A new variant']);
  expect(await page.commands()).toContain('wf variants update default --set tone=wry');
  await page.click('Save');
  expect([page.spoken, page.value('Revision')]).toEqual(['Saved as a new revision of default', '3']);
  await page.sees('No differences.');
  await page.click('Deploy…');
  await page.sees('Deploy default@3');
  await page.click('Deploy');
  expect(page.writes).toEqual([
    ['PUT /variants/variant-1/parameters', { parameters: { tone: 'wry' }, unset: [] }],
    ['POST /environments/deploy', { environment_name: 'production', variant_id: 'variant-1', revision: 3 }],
  ]);
});

test('a stored configuration becomes a new variant of its own base', async () => {
  await using page = await openView('routes', SAVED);
  await page.enter('Start from', 'default');
  await page.enter('Tone', 'dry');
  await openSaveDialog(page);
  await page.enter('A new variant', true);
  expect([page.isDisabled('Save'), await page.commands()]).toEqual([
    true,
    expect.arrayContaining(['wf variants create NAME --from default@2 --set tone=dry']),
  ]);
  await page.enter('Name of the new variant', 'tuned');
  await page.click('Save');
  const names = { new_variant_name: 'tuned', new_config_name: 'tuned' };
  expect(page.writes).toEqual([
    ['POST /variants/from-base', { base_id: 'base-9', ...names, parameters: { tone: 'dry', words: 20 } }],
  ]);
  expect([page.spoken, page.options('Start from').includes('tuned')]).toEqual(['Saved as variant tuned', true]);
});

const BASES: Answers = {
  'GET /apps': ['support', 'sales'].map((app_name, index) => ({ app_id: `app-${index + 1}`, app_name })),
  'GET /bases': ['app', 'other'].map((base_name) => ({ base_id: base_name, base_name })),
  'GET /apps/app-1/variants?base_name=other': [variantOf({ base_name: 'other', base_id: 'base-2' })],
  'GET /apps/app-1/routes?base_name=other': [routeOf()],
};

test.each<[string, string, Answers, string, string]>([
  ['the only base', 'routes', {}, '', 'base-1'],
  ['the first of several bases', 'routes', BASES, ' --base app --app support', 'base-1'],
  ['a chosen base', 'routes?base=other', BASES, ' --base other --app support', 'base-2'],
])('the defaults of %s become a new variant', async (_, place, answers, flags, base_id) => {
  await using page = await openView(place, { ...SAVED, ...answers });
  await page.enter('Tone', 'dry');
  await openSaveDialog(page);
  expect(page.names('radio')).toEqual(['A new variant']);
  await page.enter('Name of the new variant', 'dry');
  expect(await page.commands()).toContain(`wf variants create dry${flags} --set tone=dry`);
  await page.click('Save');
  expect(page.writes).toEqual([
    [
      'POST /variants/from-base',
      { base_id, new_variant_name: 'dry', new_config_name: 'dry', parameters: { tone: 'dry' } },
    ],
  ]);
});

test('a field that routes declare differently is loaded, marked and saved for its route', async () => {
  const properties = { tone: { type: 'string', default: 'short' }, words: { type: 'integer', default: 50 } };
  const config = { type: 'object', properties };
  const shared = { type: 'object', properties: { ...properties, tone: { type: 'string', default: 'plain' } } };
  const parameters = { tone: 'all', words: 20, '/': { tone: 'root' }, '/summary': { tone: 'own' } };
  await using page = await openView('routes/summary', {
    ...SAVED,
    'GET /apps/app-1/routes': [
      routeOf({ config: shared }),
      routeOf({ path: '/summary', config, defaults: { tone: 'short', words: 50 } }),
    ],
    'GET /apps/app-1/variants': [variantOf({ parameters })],
    'GET /variants/variant-1': variantOf({ revision: 3, parameters }),
  });
  await page.enter('Start from', 'default');
  expect([page.value('tone'), page.text.match(/this route only/g)]).toEqual(['own', ['this route only']]);
  await page.enter('tone', 'wry');
  await openSaveDialog(page);
  await page.click('Save');
  expect(page.writes).toEqual([
    ['PUT /variants/variant-1/parameters', { parameters: { '/summary': { tone: 'wry' } }, unset: [] }],
  ]);
});

test('a field that returns to its default is unset by the next save', async () => {
  await using page = await openView('routes', SAVED);
  await page.enter('Start from', 'default');
  await page.enter('Revision', '1');
  await page.click('Reset Tone to its default');
  expect([page.value('Tone'), page.isDisabled('Deploy…')]).toEqual(['plain', true]);
  await openSaveDialog(page);
  expect(await page.commands()).toContain('wf variants update default --unset tone');
  await page.click('Save');
  expect(page.writes).toEqual([['PUT /variants/variant-1/parameters', { parameters: {}, unset: ['tone'] }]]);
});

test.each<[string, string, Answers, string[]]>([
  ['of the first base', 'routes', BASES, ['the code’s defaults', 'default']],
  ['of a chosen base', 'routes?base=other', BASES, ['the code’s defaults', 'others']],
  [
    'of all bases under wf dev',
    'routes',
    { 'GET /session': { signed_in: true, owner: 'somebody', mode: 'dev' } },
    ['the code’s defaults', 'any'],
  ],
])('a configuration starts from the variants %s', async (_, place, answers, options) => {
  const list = 'GET /apps/app-1/variants?order=desc';
  await using page = await openView(place, {
    ...answers,
    [list]: pageOf([variantOf({ variant_name: 'any' })]),
    [`${list}&base_name=app`]: pageOf([variantOf()]),
    [`${list}&base_name=other`]: pageOf([variantOf({ variant_name: 'others' })]),
  });
  if ('GET /session' in answers) await page.save(DEV);
  expect(page.options('Start from')).toEqual(options);
});

test('without a stored variant there is nothing to start from, to save or to deploy', async () => {
  await using page = await openView('routes', { 'GET /apps/app-1/variants': [] });
  expect(page.names('combobox')).toEqual(['App']);
  expect(page.names('button').filter((name) => /Save|Deploy/.test(name))).toEqual([]);
});
