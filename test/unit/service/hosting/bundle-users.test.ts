import { spawnSync } from 'node:child_process';
import { chmod } from 'node:fs/promises';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createSandbox } from '../../../../src/sandbox/create-sandbox.ts';
import { createUserPool, requireBundleUsers } from '../../../../src/service/hosting/bundles/bundle-users.ts';
import { packagePaths } from '../../../../src/use-cases/package-paths.ts';
import { startHosting } from '../../../helpers/start-hosting.ts';
import { tempFolder } from '../../../helpers/temp-folder.ts';

const USERS = { first: 70_001, last: 70_002 };
/** Root on Linux, with a Node binary that everybody may run. */
const canSwitch =
  process.getuid?.() === 0 &&
  spawnSync('/usr/bin/setpriv', ['--reuid', '70001', '--clear-groups', process.execPath, '-e', '0']).status === 0;

test('each app always has the same user; surplus apps share users', () => {
  const userOf = createUserPool(USERS);
  expect(['a', 'b', 'a', 'c', 'b'].map(userOf)).toEqual([70_001, 70_002, 70_001, 70_001, 70_002]);
  expect(createUserPool(undefined)('a')).toBeNull();
});

test.each(['', '0', 'nobody', '70002-70001', '-1', '1-', '7e4', '70000-0'])('%j is not a user', (text) => {
  expect(() => requireBundleUsers(text)).toThrow(
    expect.objectContaining({
      code: 'WF_USAGE',
      message: `${JSON.stringify(text)} is not a user: expected a number above 0, or a range of them.`,
      nextSteps: ['wf serve --bundle-users 70000-70099'],
    }),
  );
});

test.each(['1', '70001', '70001-70001', '70001-70002'])('%j is refused where the service is not root', (text) => {
  const getuid = vi.spyOn(process, 'getuid').mockReturnValue(1000);
  onTestFinished(() => getuid.mockRestore());
  expect(() => requireBundleUsers(text)).toThrow(
    expect.objectContaining({
      code: 'WF_INVALID_INPUT',
      message:
        'Bundles can run as separate users only where the service runs as root on Linux, with setpriv of util-linux.',
      nextSteps: ['wf serve'],
    }),
  );
});

/** What a hostile bundle of another user achieves where only Node holds it; where users cannot be switched, one of our own. */
test("another user's databases and processes are inaccessible", async () => {
  await using service = await tempFolder();
  const { hostScript } = packagePaths();
  const sandbox = createSandbox({ kinds: ['permission-model'] });
  await using host = await startHosting(canSwitch ? { hostScript, sandbox, users: USERS } : { hostScript, sandbox });
  new DatabaseSync(service.path('wf.db')).exec('create table secrets (a)');
  await chmod(service.path('wf.db'), 0o600);
  const bundle = await host.deploy('hostile.mjs');
  const attempt = async (way: string, target = '') => {
    const response = await host.call(bundle, `/${way}?target=${encodeURIComponent(target)}`);
    return await response.json();
  };
  const sqlite = await attempt('sqlite', service.path('wf.db'));
  const [written, signal, uid] = [
    await attempt('sqlite-write', service.path('new.db')),
    await attempt('signal'),
    await attempt('uid'),
  ];
  expect([sqlite, written, signal, uid]).toEqual(
    canSwitch
      ? [{ refused: 'ERR_SQLITE_ERROR' }, { refused: 'ERR_SQLITE_ERROR' }, { refused: 'EPERM' }, { got: 70_001 }]
      : [{ got: 0 }, {}, { got: true }, { got: process.getuid?.() }],
  );
});
