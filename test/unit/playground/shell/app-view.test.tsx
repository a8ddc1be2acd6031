import { expect, test } from 'vitest';
import '../../../../src/playground/variants/variants-page.tsx';
import type { DevEvent } from '../../../../src/contract/develop/dev-events.ts';
import { Page } from '../../../../src/playground/shell/page.tsx';
import { commandsOf } from '../../../helpers/page/commands-of.ts';
import { fakeBrowser } from '../../../helpers/page/fake-browser.ts';
import { mount } from '../../../helpers/page/mount.ts';
import { environmentOf, pageOf, routeOf, variantOf } from '../../../helpers/page/page-records.ts';

const [SUPPORT, SALES] = [
  { app_id: 'app-1', app_name: 'support' },
  { app_id: 'app-2', app_name: 'sales' },
];

/** The commands of the page of variants. */
async function openVariants(apps: readonly object[], source: string | null = null): Promise<string[]> {
  using browser = fakeBrowser({
    hash: '#/apps/support/variants',
    answers: {
      'GET /session': { signed_in: true, mode: source === null ? 'serve' : 'dev' },
      'GET /apps': apps,
      'GET /bases?app_id=app-1': [{ base_id: 'base-1', base_name: 'app' }],
      'GET /apps/app-1/variants?limit=1': [variantOf()],
      'GET /apps/app-1/environments': [environmentOf()],
      'GET /apps/app-1/routes?base_name=app': [routeOf()],
      'GET /apps/app-1/variants?limit=100&total=true&archived=false': pageOf([variantOf()]),
    },
  });
  await using shown = await mount(<Page />);
  if (source !== null) {
    const event: DevEvent = { type: 'reload-end', app: source, routes: [routeOf()] };
    const message = new MessageEvent('message', { data: JSON.stringify(event) });
    await shown.settle(() => void browser.streams.get('/dev/events')?.dispatchEvent(message));
  }
  return await commandsOf(shown);
}

test.each([
  ['the only app', [SUPPORT], null, ['wf variants list']],
  ['one of several apps', [SUPPORT, SALES], null, ['wf variants list \\\n  --app support']],
  ['the app of these sources', [SUPPORT, SALES], 'support', ['wf variants list']],
  ['another app than that of these sources', [SUPPORT], 'sales', ['wf variants list \\\n  --app support']],
])('commands about %s name it where they must', async (_, apps, source, commands) => {
  expect(await openVariants(apps, source)).toEqual(commands);
});
