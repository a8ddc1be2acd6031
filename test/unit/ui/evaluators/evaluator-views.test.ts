import { expect, test } from 'vitest';
import type { Evaluator } from '../../../../src/contract/evaluators/evaluator.ts';
import { evaluatorView, evaluatorsView } from '../../../../src/ui/evaluators/evaluator-views.ts';
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
  expect(writtenLines(evaluatorsView([EVALUATOR]))).toEqual([
    'KEY            NAME      REQUIRED SETTINGS  DESCRIPTION',
    'auto_contains  Contains  substring          Searches a text.',
  ]);
  expect(drawnLines(evaluatorsView([EVALUATOR]), 40)[0]).toBe('key            required settings');
});

test('one evaluator shows every setting, described or by its label', () => {
  expect(writtenLines(evaluatorView(EVALUATOR))).toEqual([
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
  expect(drawnLines(evaluatorView({ ...EVALUATOR, settings_template: {} })).at(-1)).toBe('No settings.');
});
