import { expect, test } from 'vitest';
import {
  getVariantLogs,
  restartContainer,
  startVariant,
  updateVariantUrl,
} from '../../../../../src/service/deployments/operations/running-code.ts';
import { openVariables } from '../../../../../src/service/environments/app-variables.ts';
import { findNewestDeployment } from '../../../../../src/service/variants/queries/deployments.ts';
import { insertBare } from '../../../../helpers/insert-bare.ts';
import { NOW, openOperations } from '../../../../helpers/open-operations.ts';
import { TEST_SECRETS } from '../../../../helpers/start-service.ts';

/** An app with a variant of a bundle, one of an address, and one without code. */
async function openRunning() {
  const opened = await openOperations();
  const { db, context } = opened;
  await insertBare(db, 'apps', [{ id: 'a', name: 'support' }]);
  await insertBare(db, 'bases', [
    { id: 'x', app_id: 'a', name: 'bundled', newest_deployment_id: '00d' },
    { id: 'y', app_id: 'a', name: 'hosted', newest_deployment_id: '00e' },
    { id: 'z', app_id: 'a', name: 'empty' },
  ]);
  const code = { app_id: 'a', sdk_version: '1', routes: '[]', evaluators: '{}' };
  await insertBare(db, 'deployments', [
    { ...code, id: '00d', base_id: 'x', artifact_sha256: 'sha' },
    { ...code, id: '00e', base_id: 'y', artifact_sha256: null, url: 'https://flow.example/' },
  ]);
  const common = { app_id: 'a', newest_revision: 1 };
  await insertBare(db, 'variants', [
    { ...common, id: 'v', base_id: 'x', name: 'bundled', config_name: 'v' },
    { ...common, id: 'w', base_id: 'y', name: 'hosted', config_name: 'w' },
    { ...common, id: 'n', base_id: 'z', name: 'new', config_name: 'n' },
  ]);
  await insertBare(
    db,
    'variant_revisions',
    ['v', 'w', 'n'].map((id) => ({ id: `${id}1`, variant_id: id, revision: 1, parameters: '{}' })),
  );
  const version = async () => (await findNewestDeployment(db, 'x'))?.variables_version ?? null;
  const start = async (variant_id: string, env_vars: Record<string, string> | null = null, action = 'START') => {
    // The two actions that the contract allows.
    const body = { action: { action }, env_vars: env_vars === null ? null : { env_vars } } as Parameters<
      typeof startVariant.run
    >[0]['body'];
    return await startVariant.run({ variant_id, body }, context);
  };
  return { ...opened, version, start };
}

const conflict = (message: string) => ({ code: 'WF_CONFLICT', message });
const RESTARTED = { kind: 'deployment', id: '00d', name: 'bundled', appId: 'a', summary: 'restarted' };

test('a start replaces the processes of a bundle, after setting the given variables', async () => {
  const { db, start, takeLogged, version } = await openRunning();
  const uri = 'https://wf.test/services/a/v';
  expect([await start('v'), await version()]).toEqual([{ uri }, 1]);
  expect(takeLogged()).toEqual([RESTARTED]);
  expect(await start('v', { KEY: 'value' })).toEqual({ uri });
  expect(takeLogged()).toEqual([{ kind: 'variable', id: 'KEY', name: 'KEY', appId: 'a', summary: 'set' }, RESTARTED]);
  expect(await openVariables(db, TEST_SECRETS, 'a')).toEqual({ KEY: 'value' });
});

test('a workflow on its own server runs already, and its variables are set there', async () => {
  const { start, takeLogged, version } = await openRunning();
  expect(await start('w', {})).toEqual({ uri: 'https://flow.example/' });
  expect([takeLogged(), await version()]).toEqual([[null], null]);
  await expect(start('w', { KEY: 'value' })).rejects.toMatchObject(
    conflict('Variant "hosted" runs on its own server: set its variables there.'),
  );
});

test('nothing is stopped, and without code or server nothing starts', async () => {
  const { contextOf, start } = await openRunning();
  await expect(start('v', null, 'STOP')).rejects.toMatchObject(
    conflict('A process starts at its first call and stops when it is idle: there is nothing to stop.'),
  );
  await expect(start('n')).rejects.toMatchObject(conflict('Variant "new" has no code yet.'));
  const body = { action: { action: 'START' as const }, env_vars: null };
  const unserved = startVariant.run({ variant_id: 'v', body }, contextOf({ addressOf: () => null }));
  await expect(unserved).rejects.toMatchObject(conflict('No server serves this variant.'));
});

test('only a bundle is restarted here', async () => {
  const { context, takeLogged, version } = await openRunning();
  const restart = async (variant_id: string) => await restartContainer.run({ body: { variant_id } }, context);
  expect(await restart('v')).toEqual({
    message: 'The next call starts new processes; calls in flight end in the old ones.',
  });
  expect([takeLogged(), await version()]).toEqual([[RESTARTED], 1]);
  const refusal = conflict('Variant "hosted" runs on its own server: restart it there.');
  await expect(restart('w')).rejects.toMatchObject(refusal);
});

test('a new address is a new deployment of the same routes; the old one changes nothing', async () => {
  const { context, db, takeLogged } = await openRunning();
  const move = async (variant_id: string, url: string) => await updateVariantUrl.run({ variant_id, url }, context);
  expect([await move('w', 'https://flow.example/'), takeLogged()]).toEqual([null, [null]]);
  expect(await move('w', 'https://new.example/')).toBeNull();
  const newest = await findNewestDeployment(db, 'y');
  expect(newest).toMatchObject({
    app_id: 'a',
    artifact_sha256: null,
    url: 'https://new.example/',
    sdk_version: '1',
    routes: '[]',
    evaluators: '{}',
    created_by: 'ann',
    created_at: NOW,
  });
  const change = { kind: 'deployment', id: newest?.id, name: 'hosted', appId: 'a', before: '00e', after: newest?.id };
  expect(takeLogged()).toEqual([{ ...change, summary: 'code https://new.example/' }]);
  await expect(move('v', 'https://new.example/')).rejects.toMatchObject(
    conflict('Variant "bundled" runs a bundle, not an address.'),
  );
});

test('the last thousand lines of the log of an app are read as text', async () => {
  const { context, db } = await openRunning();
  expect(await getVariantLogs.run({ variant_id: 'v' }, context)).toBe('');
  await insertBare(
    db,
    'app_logs',
    Array.from({ length: 1001 }, (_, index) => ({
      id: String(index).padStart(4, '0'),
      app_id: 'a',
      stream: 'stdout',
      line: `line ${index}`,
    })),
  );
  const lines = (await getVariantLogs.run({ variant_id: 'v' }, context)).split('\n');
  expect([lines.length, lines[0], lines.at(-2), lines.at(-1)]).toEqual([1001, 'line 1', 'line 1000', '']);
});
