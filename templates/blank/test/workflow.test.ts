import assert from 'node:assert/strict';
import { test } from 'node:test';
import greet from '../src/workflow.ts';

test('the greeting is a setting', async () => {
  assert.equal(await greet.invoke({ input: { name: 'Ada' } }), 'Hello, Ada!');
  assert.equal(await greet.invoke({ input: { name: 'Ada' }, config: { greeting: 'Welcome' } }), 'Welcome, Ada!');
});
