import { expect, test } from 'vitest';
import { settingsPage } from '../../../../src/ui/settings/identity-pages.ts';
import { showPage } from '../../../../src/ui/layout/show-page.ts';
import { displayOf } from '../fixtures.ts';

const SETTINGS = [
  { name: 'base_url', value: null, origin: 'default' },
  { name: 'app', value: 'support', origin: '/home/ana/support/wf.config.ts' },
];

test('a wide window shows the source next to the setting', async () => {
  const display = displayOf({ columns: 80 });
  expect((await showPage(settingsPage(SETTINGS, display), display)).text).toBe(
    ['setting   value    from', 'base_url  -        default', 'app       support  /home/ana/support/wf.config.ts'].join(
      '\n',
    ),
  );
});

test('a narrow window shows the complete source below', async () => {
  const display = displayOf({ columns: 30 });
  expect((await showPage(settingsPage(SETTINGS, display), display)).text).toBe(
    [
      'setting   value',
      'base_url  -',
      '  from    default',
      'app       support',
      '  from    /home/ana/support/wf',
      '          .config.ts',
    ].join('\n'),
  );
});
