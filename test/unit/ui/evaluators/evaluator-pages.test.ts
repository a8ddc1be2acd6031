import { expect, test } from 'vitest';
import type { Evaluator } from '../../../../src/contract/evaluators/evaluator.ts';
import { evaluatorPage, evaluatorsPage, storedEvaluatorsPage } from '../../../../src/ui/evaluators/evaluator-pages.ts';
import { drawnLines, writtenLines } from '../fixtures.ts';

const EVALUATOR: Evaluator = {
  name: 'Contains',
  key: 'auto_contains',
  direct_use: false,
  description: 'Searches a text.',
  tags: ['text', 'fast'],
  settings_template: {
    substring: { label: 'Text', type: 'string', required: true, description: 'Text to search.' },
    answer: { label: 'Answer column', type: 'string', required: true, default: 'correct' },
    folds: { label: 'Ignores case', type: 'boolean', default: false },
  },
};

test('an evaluator is listed with the settings that have no default', () => {
  expect(writtenLines(evaluatorsPage([EVALUATOR]))).toEqual([
    'KEY            NAME      REQUIRED SETTINGS  DESCRIPTION',
    'auto_contains  Contains  substring          Searches a text.',
  ]);
  expect(drawnLines(evaluatorsPage([EVALUATOR]), 40)[0]).toBe('key            required settings');
});

test('one evaluator shows every setting, described or by its label', () => {
  expect(writtenLines(evaluatorPage(EVALUATOR))).toEqual([
    'key          auto_contains',
    'name         Contains',
    'description  Searches a text.',
    'tags         text, fast',
    '',
    'SETTING    TYPE     REQUIRED  DEFAULT    DESCRIPTION',
    'substring  string   true      -          Text to search.',
    'answer     string   true      "correct"  Answer column',
    'folds      boolean  false     false      Ignores case',
  ]);
  expect(drawnLines(evaluatorPage({ ...EVALUATOR, settings_template: {} })).at(-1)).toBe('No settings.');
});

test('stored settings are shown as JSON', () => {
  const stored = {
    id: 'c-1',
    name: 'mine',
    project_id: 'p-1',
    evaluator_key: 'auto_contains',
    settings_values: null,
    created_at: '2026-11-20T11:00:00Z',
    updated_at: '2026-11-20T11:00:00Z',
  };
  const set = { ...stored, name: 'other', settings_values: { substring: 'a' } };
  expect(writtenLines(storedEvaluatorsPage([stored, set]))).toEqual([
    'NAME   ID   EVALUATOR      SETTINGS',
    'mine   c-1  auto_contains  {}',
    'other  c-1  auto_contains  {"substring":"a"}',
  ]);
  expect(drawnLines(storedEvaluatorsPage([]), 120)).toEqual([
    'Nothing is stored yet. Store settings: wf evaluators create NAME --evaluator KEY --set setting=value',
  ]);
});
