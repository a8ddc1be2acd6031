import { expect, test } from 'vitest';
import { variableColumns } from '../../../../src/ui/environments/variable-columns.ts';
import { variablesPage } from '../../../../src/ui/environments/variables-page.ts';
import { drawnLines, headsOf, outlineOf } from '../fixtures.ts';

const VARIABLE = { name: 'API_KEY', updated_at: '2026-11-20T11:00:00Z', modified_by: 'ada' };

test('variables are listed without their values', () => {
  expect(drawnLines(variablesPage([VARIABLE]))).toEqual(['name     set         by', 'API_KEY  1 hour ago  ada']);
  expect(drawnLines(variablesPage([VARIABLE]), 16)[0]).toBe('name     set');
  expect(drawnLines(variablesPage([]))).toEqual(['No variables yet. Set one: wf env vars set NAME=VALUE']);
});

test('the variables of an environment say where each comes from', () => {
  expect(headsOf(variableColumns())).toEqual(['name | text | 0', 'set | time | 0', 'by | text | 1']);
  expect(headsOf(variableColumns(true))).toEqual([
    'name | text | 0',
    'from | text | 0',
    'set | time | 0',
    'by | text | 1',
  ]);
});

test('one variable of an environment is enough for the column', () => {
  const variables = [VARIABLE, { ...VARIABLE, from: 'production' }] as Parameters<typeof variablesPage>[0];
  expect(outlineOf(variablesPage(variables))).toEqual([
    'table',
    '  name | text | 0',
    '  from | text | 0',
    '  set | time | 0',
    '  by | text | 1',
    '  "API_KEY", , "2026-11-20T11:00:00Z", "ada"',
    '  "API_KEY", "production", "2026-11-20T11:00:00Z", "ada"',
    '  No variables yet. Set one: wf env vars set NAME=VALUE',
  ]);
});
