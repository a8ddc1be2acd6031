import { expect, test } from 'vitest';
import * as decorators from '../../../src/sdk/decorators.ts';
import * as sdk from '../../../src/sdk/index.ts';

test('the public names of wf are these', () => {
  expect(Object.keys(sdk).toSorted()).toEqual([
    'ConfigManager',
    'configSchema',
    'defineConfig',
    'entrypoint',
    'evaluator',
    'groupedMultipleChoice',
    'multipleChoice',
    'recordUsage',
    'route',
    'routingContextManager',
    'supportedLlmModels',
  ]);
});

test('the public names of wf/decorators are these', () => {
  expect(Object.keys(decorators).toSorted()).toEqual(['entrypoint', 'route']);
});
