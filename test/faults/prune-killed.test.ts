import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { fillPrunable } from '../helpers/fill-prunable.ts';
import { runEnding } from '../helpers/run-ending.ts';
import { runWf } from '../helpers/run-wf.ts';
import { tempFolder } from '../helpers/temp-folder.ts';

const OLD = { name: 'old', evaluations: 10, rows: 1000, endedAt: '2020-01-01T00:00:00.000Z' };
/** Within the second of its batches. */
const STEPS = ['delete from "evaluation_scenarios"', 'delete from "scores"', 'delete from "cells"'];
const TABLES = ['evaluations', 'evaluation_scenarios', 'evaluation_outcomes', 'cells', 'scores'] as const;

test('prunes that are killed lose nothing, and two at once finish their work', async () => {
  await using folder = await tempFolder();
  const words = ['prune', '--older-than', '30d', '--yes', '--json'];
  const prune = async () => await runWf(words, { cwd: folder.root });
  const created = await runWf(['apps', 'create', 'bench', '--json'], { cwd: folder.root });
  const { app_id: appId } = JSON.parse(created.stdout) as { app_id: string };
  const file = folder.path('wf', 'wf.db');
  using database = new DatabaseSync(file, { timeout: 10_000 });
  // A young evaluation has an output of its own, and one that an old evaluation has, too.
  const young = { appId, name: 'young', evaluations: 1, rows: 2, endedAt: new Date().toISOString() };
  for (const statement of [...fillPrunable({ appId, ...OLD }), ...fillPrunable(young)]) database.exec(statement);
  database.exec(`update evaluation_outcomes set cell_hash = 'old-7' where scenario_id = 'young-0'`);
  const count = (table: string) => Number(database.prepare(`select count(*) as n from ${table}`).get()?.['n']);
  let left = count('evaluation_scenarios');
  for (const at of STEPS) {
    const before = left;
    expect((await runEnding(words, folder.root, { at, after: 2 })).exitCode).toBe(null);
    left = count('evaluation_scenarios');
    expect(left).toBeLessThan(before);
    expect(left).toBeGreaterThan(2);
    expect(database.prepare('pragma integrity_check').all()).toEqual([{ integrity_check: 'ok' }]);
    expect(database.prepare('pragma foreign_key_check').all()).toEqual([]);
    expect(orphans(database)).toBe(0);
  }
  const both = await Promise.all([prune(), prune()]);
  expect(both.map(({ exitCode, stderr }) => [exitCode, stderr])).toEqual([
    [0, ''],
    [0, ''],
  ]);
  expect(Object.fromEntries(TABLES.map((table) => [table, count(table)]))).toEqual({
    evaluations: 1,
    evaluation_scenarios: 2,
    evaluation_outcomes: 2,
    // The shared output, and the two that only the young evaluation's fill stored: nothing old refers to those.
    cells: 3,
    scores: 3,
  });
  expect(JSON.parse((await prune()).stdout)).toMatchObject({ kinds: [] });
});

/** Counts rows that refer to an output that is gone. */
function orphans(database: DatabaseSync): number {
  const query = `select count(*) as n from evaluation_outcomes
    where cell_hash is not null and cell_hash not in (select hash from cells)`;
  return Number(database.prepare(query).get()?.['n']);
}
