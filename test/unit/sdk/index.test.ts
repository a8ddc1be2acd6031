import { expect, test } from 'vitest';
import * as decorators from '../../../src/sdk/decorators.ts';
import * as sdk from '../../../src/sdk/index.ts';

test('the public names of wf are these', () => {
  expect(Object.keys(sdk).toSorted()).toEqual([
    'ConfigManager',
    'chatMessages',
    'configSchema',
    'defineConfig',
    'entrypoint',
    'evaluator',
    'fillMessages',
    'groupedMultipleChoice',
    'multipleChoice',
    'outputSchema',
    'recordUsage',
    'route',
    'routingContextManager',
    'supportedLlmModels',
    'tools',
  ]);
});

test('the public names of wf/decorators are these', () => {
  expect(Object.keys(decorators).toSorted()).toEqual(['entrypoint', 'route']);
});

test('defineConfig() returns its argument', () => {
  const config = { app: 'support', entry: 'src/workflow.ts' };
  expect(sdk.defineConfig(config)).toBe(config);
});
