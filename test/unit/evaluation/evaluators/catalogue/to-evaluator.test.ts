import { expect, test } from 'vitest';
import { toEvaluator } from '../../../../../src/evaluation/evaluators/catalogue/to-evaluator.ts';

const ROUTE = { path: '/tone', name: 'tone', config: null, input: null, output: null, defaults: {} };

test('an evaluator without settings is used as it is', () => {
  expect(toEvaluator(ROUTE)).toEqual({
    name: 'tone',
    key: 'tone',
    direct_use: true,
    settings_template: {},
    description: null,
    tags: ['custom'],
  });
});

test('a configuration becomes settings', () => {
  const properties = {
    text: { type: 'string', description: 'Some text.' },
    share: { type: 'number', minimum: 0, maximum: 1 },
    count: { type: 'integer', description: 7, minimum: 'x' },
    flag: { type: 'boolean' },
    mode: { type: 'string', enum: ['a', 2] },
  };
  const defaults = { text: 't', share: 0.5, count: 3, flag: true, mode: 'a' };
  const output = { description: 'Judges the tone.' };
  expect(toEvaluator({ ...ROUTE, config: { properties }, output, defaults })).toEqual({
    name: 'tone',
    key: 'tone',
    direct_use: false,
    settings_template: {
      text: { label: 'text', type: 'string', default: 't', description: 'Some text.', required: false },
      share: { label: 'share', type: 'number', default: 0.5, required: false, min: 0, max: 1 },
      count: { label: 'count', type: 'number', default: 3, required: false },
      flag: { label: 'flag', type: 'boolean', default: true, required: false },
      mode: { label: 'mode', type: 'multiple_choice', default: 'a', required: false, options: ['a', '2'] },
    },
    description: 'Judges the tone.',
    tags: ['custom'],
  });
});
