import { expect, test } from 'vitest';
import { variablesPage } from '../../../../src/ui/environments/variables-page.ts';
import { drawnLines } from '../fixtures.ts';

const VARIABLE = { name: 'API_KEY', updated_at: '2026-11-20T11:00:00Z', modified_by: 'ada' };

test('variables are listed without their values', () => {
  expect(drawnLines(variablesPage([VARIABLE]))).toEqual(['name     set         by', 'API_KEY  1 hour ago  ada']);
  expect(drawnLines(variablesPage([VARIABLE]), 16)[0]).toBe('name     set');
  expect(drawnLines(variablesPage([]))).toEqual(['No variables yet. Set one: wf env vars set NAME=VALUE']);
});
