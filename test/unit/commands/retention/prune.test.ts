import { expect, test } from 'vitest';
import Prune from '../../../../commands/retention/prune.ts';
import Usage from '../../../../commands/retention/usage.ts';
import { runWithClient } from '../../../helpers/run-with-client.ts';

const APP_ID = '01932c5e-0000-7000-8000-00000000000a';
const BEFORE = '2026-10-24T00:00:00.000Z';

test('the same request is repeated until nothing is left, and its counts are added up', async () => {
  const left = [2, 1, 0];
  const run = await runWithClient(Prune, ['--app', APP_ID, '--older-than', '2w', '--yes', '--json'], {
    prune: async () => {
      const count = left.shift() ?? 0;
      const kinds = count === 0 ? [] : [{ kind: 'evaluations', count, bytes: 10 * count }];
      return { before: BEFORE, kinds, busy_app_ids: [], done: left.length === 0 };
    },
  });
  const body = { app_id: APP_ID, older_than_seconds: 1_209_600, plan: false };
  expect(run.calls).toEqual([1, 2, 3].map(() => ({ name: 'prune', input: { body } })));
  expect(JSON.parse(run.stdout)).toEqual({
    before: BEFORE,
    kinds: [{ kind: 'evaluations', count: 3, bytes: 30 }],
    busy_app_ids: [],
    plan: false,
  });
});

test('a plan asks nothing and names what stays', async () => {
  const run = await runWithClient(Prune, ['--plan'], {
    prune: async () => ({
      before: BEFORE,
      kinds: [{ kind: 'call_changes', count: 1200, bytes: 0 }],
      busy_app_ids: [APP_ID],
      done: true,
    }),
  });
  expect(run.calls).toEqual([{ name: 'prune', input: { body: { plan: true } } }]);
  expect(run.stdout).toContain('would be deleted');
  expect(run.stdout).toMatch(/call changes +1200/);
  expect(run.stdout).toContain(`their old evaluations stay: ${APP_ID}`);
});

test.each(['soon', '-5d', '0d', '30', '1.5d', '99999w', ''])('--older-than %j is refused', async (age) => {
  const run = await runWithClient(Prune, [`--older-than=${age}`, '--yes'], {});
  expect(run).toMatchObject({ calls: [], stdout: '', exitCode: 2 });
});

test('nothing is deleted without a terminal and --yes', async () => {
  const run = await runWithClient(Prune, [], {});
  expect(run).toMatchObject({ calls: [], stdout: '', exitCode: 2 });
});

test('what data takes is shown by app and kind', async () => {
  const run = await runWithClient(Usage, [], {
    getUsage: async () => ({
      entries: [
        { app_id: APP_ID, app_name: 'support', kind: 'outputs', rows: 20, bytes: 2048 },
        { app_id: null, app_name: null, kind: 'audit_log', rows: 3, bytes: 100 },
      ],
      database: { bytes: 40_960, free_bytes: 4096 },
    }),
  });
  expect(run.calls).toEqual([{ name: 'getUsage', input: {} }]);
  expect(run.stdout).toMatch(/support +outputs +20 +/);
  expect(run.stdout).toContain('audit log');
});
