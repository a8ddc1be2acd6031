import { expect, test } from 'vitest';
import { appColumns } from '../../../../src/ui/apps/app-columns.ts';
import { appsPage } from '../../../../src/ui/apps/apps-page.ts';
import { showPage } from '../../../../src/ui/layout/show-page.ts';
import { displayOf, headsOf } from '../fixtures.ts';

test('the list of apps has these columns', () => {
  expect(headsOf(appColumns)).toEqual(['name | text | 0', 'type | text | 1', 'id | id | 0', 'updated | time | 2']);
});

test('without apps, the page says how to create one', async () => {
  expect(await showPage(appsPage([]), displayOf())).toEqual({
    text: 'No apps yet. Create one: wf deploy (or wf apps create NAME)',
    remark: null,
  });
});

test('a condition that no app meets is said', async () => {
  expect((await showPage(appsPage([], { isNarrowed: true }), displayOf())).text).toBe('No app matches.');
});
