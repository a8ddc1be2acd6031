import { expect, test } from 'vitest';
import type { Evaluator } from '../../../../src/contract/evaluators/evaluator.ts';
import {
  evaluatorColumns,
  evaluatorSettingColumns,
  storedEvaluatorColumns,
} from '../../../../src/ui/evaluators/evaluator-columns.ts';
import { evaluatorPage, evaluatorsPage, storedEvaluatorsPage } from '../../../../src/ui/evaluators/evaluator-pages.ts';
import { drawnLines, headsOf, writtenLines } from '../fixtures.ts';

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
const STORED = {
  id: 'c-1',
  name: 'mine',
  project_id: 'p-1',
  evaluator_key: 'auto_contains',
  settings_values: null,
  created_at: '2026-11-20T11:00:00Z',
  updated_at: '2026-11-20T11:00:00Z',
};

test('the lists have these columns', () => {
  expect(headsOf(evaluatorColumns)).toEqual([
    'key | text | 0',
    'name | text | 2',
    'required settings | text | 1',
    'description | text | 3',
  ]);
  expect(headsOf(storedEvaluatorColumns)).toEqual([
    'name | text | 0',
    'id | id | 1',
    'evaluator | text | 0',
    'settings | text | 2',
  ]);
  expect(headsOf(evaluatorSettingColumns)).toEqual([
    'setting | text | 0',
    'type | text | 0',
    'required | text | 0',
    'default | text | 1',
    'description | prose | 2',
  ]);
});

test('an evaluator is listed with the settings that have no default', () => {
  expect(writtenLines(evaluatorsPage([EVALUATOR]))).toEqual([
    'KEY            NAME      REQUIRED SETTINGS  DESCRIPTION',
    'auto_contains  Contains  substring          Searches a text.',
  ]);
});

test('one evaluator shows every setting', () => {
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
});

test('stored settings are shown as JSON', () => {
  const set = { ...STORED, name: 'other', settings_values: { substring: 'a' } };
  expect(writtenLines(storedEvaluatorsPage([STORED, set]))).toEqual([
    'NAME   ID   EVALUATOR      SETTINGS',
    'mine   c-1  auto_contains  {}',
    'other  c-1  auto_contains  {"substring":"a"}',
  ]);
});

test.each([
  ['no evaluators', evaluatorsPage([]), 'No evaluators.'],
  [
    'nothing stored',
    storedEvaluatorsPage([]),
    'Nothing is stored yet. Store settings: wf evaluators create NAME --evaluator KEY --set setting=value',
  ],
  ['no settings', evaluatorPage({ ...EVALUATOR, settings_template: {} }), 'No settings.'],
])('%s: the page says so', (_, page, line) => {
  expect(drawnLines(page, 120).at(-1)).toBe(line);
});
