import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { moveStore, type MoveStoreOptions } from '../../../../src/service/archives/move/move-store.ts';
import { readTables, sumTable } from '../../../../src/service/archives/move/queries/read-rows.ts';
import { createInsertWriter } from '../../../../src/service/archives/move/queries/write-rows.ts';
import { addChecksum, respellLine, showChecksum, toLine } from '../../../../src/service/archives/move/row-lines.ts';
import type { Store } from '../../../../src/service/store/open-store.ts';
import { requireWhole } from '../../../../src/service/store/migrate.ts';
import { openTestStore } from '../../../helpers/start-service.ts';

const AT = '2026-11-21T10:00:00.000Z';
const APP = '01932c5e-0000-7000-8000-00000000000a';

/** A source with one app and log lines, and an empty target. */
async function openStores(lines = 3) {
  const stack = new AsyncDisposableStack();
  onTestFinished(() => stack.disposeAsync());
  const source = stack.use(await openTestStore('sqlite', stack));
  const target = stack.use(await openTestStore('sqlite', stack));
  // Stores of tests are copies of one file.
  const project_id = randomUUID();
  await source.db.updateTable('projects').set({ id: project_id }).execute();
  const app = { id: APP, project_id, name: 'support', app_type: 'custom', created_at: AT, updated_at: AT };
  await source.db.insertInto('apps').values(app).execute();
  await addLines(source, 0, lines);
  const writer = createInsertWriter(target);
  const move = (options: Partial<MoveStoreOptions> = {}) => moveStore({ source, target, writer, ...options });
  return { source, target, writer, project: project_id, move };
}

async function addLines({ db }: Store, from: number, to: number): Promise<void> {
  const rows = Array.from({ length: to - from }, (_, index) => {
    const id = `line-${String(from + index).padStart(4, '0')}`;
    return { id, app_id: APP, created_at: AT, stream: 'stdout' as const, line: id };
  });
  await db.insertInto('app_logs').values(rows).execute();
}

const linesOf = async ({ db }: Store) =>
  (await db.selectFrom('app_logs').select('line').orderBy('id').execute()).map(({ line }) => line);

const countNotes = async ({ db }: Store) => (await sql`select * from wf_moves`.execute(db)).rows;

test('a move copies every row, tells how it goes, and leaves no note of itself', async () => {
  const { source, target, project, move } = await openStores(600);
  const told: [string, number][] = [];
  const seen: unknown[] = [];
  const moved = await move({
    onRows: (table, rows) => told.push([table, rows]),
    complete: async (db) => void seen.push((await db.selectFrom('app_logs').select('id').execute()).length),
  });

  expect(told).toEqual([
    ['projects', 1],
    ['apps', 1],
    ['app_logs', 500],
    ['app_logs', 600],
  ]);
  expect(seen).toEqual([600]);
  const tables = await readTables(source.db);
  const sums = await Promise.all(tables.map(async (table) => [table.name, await sumTable(source.db, table)] as const));
  expect(moved).toEqual(sums.map(([table, { rows, sum }]) => ({ table, rows, checksum: showChecksum(sum) })));
  expect(await linesOf(target)).toEqual(await linesOf(source));
  expect(await target.db.selectFrom('projects').select('id').execute()).toEqual([{ id: project }]);
  await expect(countNotes(target)).rejects.toThrow('no such table: wf_moves');
});

test('a move that stopped continues behind the last page, and counts what was sent before', async () => {
  const { source, target, project, move } = await openStores(600);
  const stop = new AbortController();
  const onRows = (table: string) => table === 'app_logs' && stop.abort(new Error('stop'));
  await expect(move({ onRows, signal: stop.signal })).rejects.toThrow('stop');
  expect((await linesOf(target)).length).toBe(500);
  expect(await countNotes(target)).toContainEqual(
    expect.objectContaining({
      table_name: 'app_logs',
      source: project,
      last_key: '["line-0499"]',
      row_count: 500,
    }),
  );

  const told: [string, number][] = [];
  const moved = await move({ onRows: (...rows) => told.push(rows) });
  expect(told).toEqual([['app_logs', 600]]);
  expect(moved.find(({ table }) => table === 'app_logs')?.rows).toBe(600);
  expect(await linesOf(target)).toEqual(await linesOf(source));
});

test('a source that changed before the place where a move stopped is noticed', async () => {
  const { source, move } = await openStores(600);
  const stop = new AbortController();
  const onRows = (table: string) => table === 'app_logs' && stop.abort(new Error('stop'));
  await expect(move({ onRows, signal: stop.signal })).rejects.toThrow('stop');
  await source.db.deleteFrom('app_logs').where('id', '=', 'line-0000').execute();
  await expect(move()).rejects.toMatchObject({
    code: 'WF_FAILED',
    message: expect.stringMatching(
      /^app_logs has 599 rows \([0-9a-f]{12}\) here and 600 \([0-9a-f]{12}\) in the target\.$/,
    ),
    nextSteps: [
      'The source changed since an earlier attempt, or somebody wrote to the target: start again with an empty target',
    ],
  });
});

test('a copy of as many rows that differ in content is noticed', async () => {
  const { target, writer, move } = await openStores();
  const write: typeof writer.write = async (table, page, note) => {
    await writer.write(table, page, note);
    if (table.name === 'app_logs') await target.db.updateTable('app_logs').set({ line: 'other' }).execute();
  };
  await expect(move({ writer: { ...writer, write } })).rejects.toThrow(/^app_logs has 3 rows \(.+\) here and 3 \(/);
});

test.each([
  ['apps', 'rows in apps'],
  ['projects', 'rows in projects'],
])('a target with rows in %s is refused unchanged', async (table, what) => {
  const { target, move } = await openStores();
  const [project] = await target.db.selectFrom('projects').selectAll().execute();
  const app = { id: APP, project_id: project!.id, name: 'a', app_type: 'custom', created_at: AT, updated_at: AT };
  if (table === 'apps') await target.db.insertInto('apps').values(app).execute();
  else
    await target.db
      .insertInto('projects')
      .values({ ...project!, id: randomUUID() })
      .execute();
  await expect(move()).rejects.toMatchObject({
    code: 'WF_CONFLICT',
    message: `The target is not empty: it contains ${what}. Nothing was changed.`,
    nextSteps: ['Name an empty database: createdb wf2 makes one'],
  });
  expect(await target.db.selectFrom('projects').select('id').execute()).toContainEqual({ id: project!.id });
  await expect(requireWhole(target.db, target.dialect, 'The target')).resolves.toBeUndefined();
});

test('a target that another database was moved to, in part, is refused', async () => {
  const { move } = await openStores();
  const other = await openStores();
  const write: typeof other.writer.write = async (table, page, note) => {
    await other.writer.write(table, page, note);
    throw new Error('full');
  };
  await expect(move({ target: other.target, writer: { ...other.writer, write } })).rejects.toThrow('full');
  await expect(other.move()).rejects.toMatchObject({
    code: 'WF_CONFLICT',
    message: 'The target is not empty: it contains an unfinished move of another database. Nothing was changed.',
  });
});

test('a row is a line of COPY: escapes, hexadecimal bytes, and columns in order', () => {
  const row = { id: 'a', text: 'x\ty\nz\\ \b\f\r\v', count: 0.5, nothing: null, bytes: new Uint8Array([0, 255, 16]) };
  expect(toLine(row, ['text', 'id', 'count', 'nothing', 'bytes', 'missing'])).toBe(
    'x\\ty\\nz\\\\ \\b\\f\\r\\v\ta\t0.5\t\\N\t\\\\x00ff10\t\\N\n',
  );
});

test.each([
  ['a\t0.10\t7', [1], 'a\t0.1\t7\n'],
  ['1.50\t\\N\t2.0', [0, 1, 2], '1.5\t\\N\t2\n'],
  ['1.50', [], '1.50\n'],
])('%j with fractions at %j, as PostgreSQL spells them, is %j', (line, fractions, respelled) => {
  expect(respellLine(line, fractions)).toBe(respelled);
});

test('checksums of parts add up in any order, and wrap around', () => {
  const [one, two] = [addChecksum(0, 'a\n'), addChecksum(0, 'b\n')];
  expect(addChecksum(addChecksum(0, 'b\n'), 'a\n')).toBe((one + two) % 2 ** 48);
  expect(addChecksum(2 ** 48 - 1, 'a\n')).toBe(one - 1);
  expect([one, showChecksum(one), showChecksum(255)]).toEqual([
    Number.parseInt('87428fc52280', 16),
    '87428fc52280',
    '0000000000ff',
  ]);
});

test('a page that cannot be written leaves neither rows nor its note', async () => {
  const { target, project } = await openStores();
  await using writer = createInsertWriter(target);
  const tables = await readTables(target.db);
  const apps = tables.find(({ name }) => name === 'apps');
  if (apps === undefined) throw new Error('There is a table of apps.');
  const app = { id: APP, project_id: project, name: 'a', app_type: 'custom', created_at: AT, updated_at: AT };
  const page = { rows: [app, app], lines: [], lastKey: [APP] };
  const note = { text: 'update projects set name = $1', values: ['noted'] };
  await expect(writer.write(apps, page, note)).rejects.toThrow('UNIQUE');
  expect(await writer.sum(apps)).toEqual({ rows: 0, sum: 0 });
  expect(await target.db.selectFrom('projects').select('name').execute()).toEqual([{ name: 'default' }]);
});
