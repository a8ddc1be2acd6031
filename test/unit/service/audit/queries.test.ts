import { expect, test } from 'vitest';
import {
  appendChanges,
  markExported,
  readAuditEntries,
  readExported,
  readLastAuditEntries,
  toAuditEntry,
  type AuditFilter,
} from '../../../../src/service/audit/queries.ts';
import { insertBare } from '../../../helpers/insert-bare.ts';
import { openBare } from '../../../helpers/open-bare.ts';

const ALL: AuditFilter = { appId: undefined, among: null, since: undefined, isUnexported: false, after: '' };
const AUTHOR = {
  principal: { id: 'k', name: 'ann', role: 'author' },
  requestId: 'request',
  action: 'createApp',
  now: '2026-01-02T00:00:00.000Z',
};

test('a change is noted with its author, and what it lacks is empty', async () => {
  const { db } = await openBare();
  await appendChanges(db, [], AUTHOR);
  const whole = {
    kind: 'app',
    id: 'r',
    name: 'support',
    appId: 'a',
    before: 'x',
    after: 'y',
    summary: 'made',
  } as const;
  await appendChanges(db, [whole, { kind: 'service' }], AUTHOR);
  const common = {
    id: expect.stringMatching(/^[\da-f-]{36}$/),
    created_at: AUTHOR.now,
    request_id: 'request',
    key_name: 'ann',
    role: 'author',
    action: 'createApp',
  };
  const rows = await readAuditEntries(db, ALL, 9);
  expect(rows.map(toAuditEntry)).toEqual([
    { ...common, kind: 'app', record: 'r', name: 'support', app: 'a', before: 'x', after: 'y', summary: 'made' },
    { ...common, kind: 'service', record: null, name: null, app: null, before: null, after: null, summary: null },
  ]);
  expect(rows.map(({ key_id, export_id }) => [key_id, export_id])).toEqual([
    ['k', null],
    ['k', null],
  ]);
});

async function openLog() {
  const { db } = await openBare();
  const entry = (id: string, app_id: string | null, day: number) => ({
    id,
    app_id,
    created_at: `2026-01-0${day}T00:00:00.000Z`,
    export_id: id === '1' ? 'first' : null,
  });
  await insertBare(db, 'audit_log', [entry('2', 'b', 2), entry('1', 'a', 1), entry('3', 'a', 3), entry('4', null, 4)]);
  return db;
}

const idsOf = (rows: readonly { readonly id: string }[]) => rows.map(({ id }) => id);

test.each<[Partial<AuditFilter>, string[]]>([
  [{}, ['1', '2', '3', '4']],
  [{ after: '2' }, ['3', '4']],
  [{ appId: 'a' }, ['1', '3']],
  [{ among: ['b'] }, ['2']],
  [{ isUnexported: true }, ['2', '3', '4']],
  [{ since: '2026-01-03T01:00:00+01:00' }, ['3', '4']],
])('entries are read by %j, oldest first', async (filter, ids) => {
  const db = await openLog();
  expect(idsOf(await readAuditEntries(db, { ...ALL, ...filter }, 9))).toEqual(ids);
  expect(idsOf(await readAuditEntries(db, { ...ALL, ...filter }, 1))).toEqual(ids.slice(0, 1));
  expect(idsOf(await readLastAuditEntries(db, { ...ALL, ...filter }, 2))).toEqual(ids.slice(-2));
});

test('an export has the entries up to one that no earlier one has', async () => {
  const db = await openLog();
  await markExported(db, 'second', '3');
  expect([idsOf(await readExported(db, 'first')), idsOf(await readExported(db, 'second'))]).toEqual([
    ['1'],
    ['2', '3'],
  ]);
});
