import { expect, test } from 'vitest';
import { configSchema } from '../../../../src/sdk/config/config-schema.ts';
import { toConfigJsonSchema } from '../../../../src/sdk/config/config-json-schema.ts';
import { outputSchema } from '../../../../src/sdk/config/output-schema.ts';
import { tools } from '../../../../src/sdk/config/tools.ts';

test('tools and output schemas are a list and an object for those who do not know the kinds', () => {
  const schema = configSchema({ tools: tools({ names: ['a'] }).default([]), answer: outputSchema().default({}) });
  expect(toConfigJsonSchema(schema)['properties']).toMatchObject({
    tools: { type: 'array', 'x-parameter': 'tools', 'x-wf': true, 'x-tool-names': ['a'], default: [] },
    answer: { type: 'object', 'x-parameter': 'output_schema', 'x-wf': true, default: {} },
  });
});

test.each([
  [['a b'], 'tools() has the invalid name "a b".'],
  [['a', 'a'], 'tools() has the name "a" twice.'],
])('the names %j are rejected', (names, message) => {
  expect(() => tools({ names })).toThrow(expect.objectContaining({ code: 'WF_WORKFLOW_INVALID', message }));
});
