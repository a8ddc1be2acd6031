import { expect, test } from 'vitest';
import Log from '../../../../commands/audit/log.ts';
import type { AuditEntry } from '../../../../src/contract/audit/audit-entry.ts';
import { runWithClient } from '../../../helpers/run-with-client.ts';

const APP_ID = '01932c5e-0000-7000-8000-00000000000a';
const ENTRY: AuditEntry = {
  id: '01932c5e-6666-7000-8000-000000000001',
  created_at: '2026-11-20T11:00:00Z',
  request_id: 'nightly-1',
  key_name: 'ann',
  role: 'operator',
  action: 'deployToEnvironment',
  kind: 'environment',
  record: '01932c5e-7777-7000-8000-000000000001',
  name: 'production',
  app: APP_ID,
  before: null,
  after: '01932c5e-5555-7000-8000-000000000001',
  summary: 'runs formal@3 as revision 2',
};

test('the last changes are described', async () => {
  const run = await runWithClient(Log, ['--tsv'], { listAuditEntries: async () => [ENTRY] });
  expect(run.calls).toEqual([{ name: 'listAuditEntries', input: { tail: 50 } }]);
  expect(run.stdout.split('\n')[1]?.split('\t')).toEqual([
    '2026-11-20T11:00:00Z',
    'ann',
    'environment production',
    'runs formal@3 as revision 2',
    'operator',
    '',
    ENTRY.after,
    APP_ID,
    'nightly-1',
  ]);
});

test('all changes since a time are listed, of one app if it is named', async () => {
  async function* paginate() {
    yield ENTRY;
    yield { ...ENTRY, id: 'second' };
  }
  const run = await runWithClient(Log, ['--since', '2026-11-01', '--app', APP_ID, '--json'], {
    // The list's own records.
    paginate: paginate as never,
  });
  expect(run.calls).toEqual([
    { name: 'listAuditEntries', input: { app_id: APP_ID, since: '2026-11-01T00:00:00.000Z', limit: 1000 } },
  ]);
  expect(JSON.parse(run.stdout)).toHaveLength(2);
});

test.each([[['--since', 'soon']], [['--lines', '0']], [['--lines', 'x']]])('%j is refused', async (argv) => {
  const run = await runWithClient(Log, argv, {});
  expect(run).toMatchObject({ calls: [], stdout: '', exitCode: 2 });
});
