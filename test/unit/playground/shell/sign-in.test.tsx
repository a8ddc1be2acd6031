import { expect, test } from 'vitest';
import { historyKey } from '../../../../src/playground/drafts/run-history.ts';
import { openView } from '../../../helpers/page/open-view.tsx';

const IN = { signed_in: true, owner: 'somebody', mode: 'serve' };
const OUT = { signed_in: false, owner: null, mode: 'serve' };
const refused = (detail: string, status: number) => Response.json({ detail }, { status });

test('signing out forgets the answers in this browser, and asks for a key; a wrong one is refused', async () => {
  await using page = await openView('routes', { 'DELETE /session': OUT });
  localStorage.setItem(historyKey('wf:draft:somebody:support:/'), '[]');
  await page.click('Sign out');
  expect([page.names('heading'), localStorage.length]).toEqual([['Sign in'], 0]);
  page.browser.answer({ 'POST /session': refused('Unknown key', 401) });
  await page.enter('Key', 'wrong');
  await page.click('Sign in');
  expect(page.names('alert')).toEqual(['Unknown key']);
  page.browser.answer({ 'POST /session': IN });
  await page.enter('Key', 'right');
  await page.click('Sign in');
  expect(page.names('heading')[0]).toBe('Route /');
  expect(page.writes.map(([, body]) => body)).toEqual([null, { key: 'wrong' }, { key: 'right' }]);
});

test.each(['#code=a/b', '#code=', '#/apps/code=a'])('the address %s has no code', async (hash) => {
  await using page = await openView(hash, { 'POST /session': IN });
  expect(page.writes).toEqual([]);
});

test.each([
  [IN, 'support', []],
  [OUT, 'Sign in', ['Used']],
])('a used code matters only to who is not signed in: %j', async (session, heading, alerts) => {
  await using page = await openView('#code=used', {
    'POST /session': refused('Used', 401),
    'GET /session': session,
    'GET /status': new Promise(() => undefined),
  });
  expect([page.names('heading')[0], page.names('alert')]).toEqual([heading, alerts]);
});
