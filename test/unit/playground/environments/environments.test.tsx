import { expect, test } from 'vitest';
import type { Answers } from '../../../helpers/page/fake-browser.ts';
import { openView } from '../../../helpers/page/open-view.tsx';
import { environmentOf, TIME } from '../../../helpers/page/page-records.ts';

const GATE = { name: 'release', content: '', sha256: '' };
const PROTECTED = environmentOf({ protection: { gate: GATE, changed_by: 'ana', changed_at: TIME } });
const revisionOf = (revision: number, part: object = {}) => ({
  id: `e${revision}`,
  revision,
  modified_by: 'ana',
  deployed_app_variant_revision: `r${revision}`,
  deployed_variant_name: 'default',
  deployed_variant_revision: revision,
  deployment: null,
  created_at: TIME,
  message: null,
  restored_from: null,
  ...part,
});
const historyOf = (...revisions: readonly object[]): Answers => ({
  'GET /apps/app-1/revisions/production': { revisions },
  'POST /environments/production/rollback': environmentOf({ revision: 4 }),
});

test('each environment says what runs there, behind which gate', async () => {
  const none = { deployed_app_variant_id: null, deployed_variant_name: null, revision: null };
  await using page = await openView('environments', {
    'GET /apps/app-1/environments': [
      { ...PROTECTED, deployed_variant_revision: 2, deployed_at: TIME, deployed_by: 'ana' },
      environmentOf({ name: 'staging', deployed_app_variant_id: null, deployed_variant_name: 'gone' }),
      environmentOf({ name: 'development', ...none }),
    ],
  });
  expect(page.rows('Environments')).toEqual([
    ['Environment', 'Runs', 'Changed', 'By', 'Gate', 'Deploys'],
    ['production', 'default@2', expect.stringContaining('2026'), 'ana', 'release', '3'],
    ['staging', 'gone', '-', '-', 'none', '3'],
    ['development', 'nothing deployed yet', '-', '-', 'none', '0'],
  ]);
});

test('each revision says what it ran, who deployed it, and why', async () => {
  const revisions = [
    revisionOf(1, { deployed_variant_name: null, message: 'First' }),
    revisionOf(2, { deployed_variant_revision: null, restored_from: 1 }),
    revisionOf(3, { restored_from: 2, message: 'Calmer' }),
  ];
  await using page = await openView('environments/production', historyOf(...revisions));
  const when = expect.stringContaining('2026');
  expect(page.rows('History')).toEqual([
    ['Revision', 'Variant', 'Deployed', 'By', 'Why', 'Actions'],
    ['3', 'default@3', when, 'ana', 'Rolled back to revision 2: Calmer', 'current'],
    ['2', 'default@?', when, 'ana', 'Rolled back to revision 1', 'Roll back… to revision 2'],
    ['1', '-', when, 'ana', 'First', 'Roll back… to revision 1'],
  ]);
});

test('a column names the gate that a revision passed, where one did', async () => {
  const check = { metric: 'correct', rule: 'at_least 0.8', value: 0.91, interval: [0.84, 0.96], cases: 120 };
  const evidence = { gate: GATE, evaluation_id: 'e', checks: [check] };
  await using page = await openView('environments/production', {
    ...historyOf(revisionOf(1), revisionOf(2, { evidence })),
    'GET /apps/app-1/environments': [PROTECTED],
  });
  expect(page.text).toContain('accepts only what passes release');
  expect(page.rows('Verdicts of release')).toEqual([
    ['Measured', 'Condition', 'Value', 'Interval', 'Cases'],
    ['correct', 'at_least 0.8', '0.91', '0.84 to 0.96', '120'],
  ]);
  expect(page.rows('History').map((cells) => cells[4])).toEqual(['Gate', 'release', '-']);
});

test('an environment is rolled back after a question, with the same command for a terminal', async () => {
  await using page = await openView('environments/production', {
    ...historyOf(revisionOf(1), revisionOf(2), revisionOf(3)),
    'GET /apps': ['support', 'sales'].map((app_name, index) => ({ app_id: `app-${index + 1}`, app_name })),
  });
  await page.click('Roll back… to revision 2');
  await page.click('Cancel');
  await page.click('Roll back… to revision 1');
  expect(await page.commands()).toContain('wf env rollback production --app support --to 1');
  page.browser.answer({
    ...historyOf(revisionOf(1), revisionOf(4, { restored_from: 1 })),
    'GET /apps/app-1/environments': [environmentOf({ revision: 4 })],
  });
  await page.click('Roll back');
  expect(page.writes).toEqual([['POST /environments/production/rollback', { app_id: 'app-1', revision: 1 }]]);
  expect([page.spoken, page.rows('History')[1]?.[0]]).toEqual(['Rolled production back to revision 1', '4']);
});

test('a roll-back to what already runs says that nothing changed', async () => {
  await using page = await openView('environments/production', {
    ...historyOf(revisionOf(1), revisionOf(2), revisionOf(3)),
    'POST /environments/production/rollback': environmentOf({ revision: 3 }),
  });
  await page.click('Roll back… to revision 2');
  await page.click('Roll back');
  expect(page.spoken).toBe('Nothing changed: production already runs the same as revision 2');
});

test.each<[string, string, Answers, string]>([
  ['a list of none', 'environments', { 'GET /apps/app-1/environments': [] }, 'No environments yet'],
  ['an unknown one', 'environments/gone', {}, 'This app has no environment gone.'],
  ['a new one', 'environments/production', {}, 'wf env deploy production --variant default'],
  [
    'a new one without a variant to deploy',
    'environments/production',
    { 'GET /apps/app-1/variants': [] },
    'wf env deploy production --variant VARIANT',
  ],
  [
    'one whose history is refused',
    'environments/production',
    { 'GET /apps/app-1/revisions/production': Response.json({ detail: 'No.' }, { status: 403 }) },
    'No.',
  ],
])('%s is explained', async (_, place, answers, text) => {
  await using page = await openView(place, answers);
  expect(page.text).toContain(text);
});
