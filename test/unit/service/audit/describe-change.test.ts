import * as z from 'zod';
import { expect, test } from 'vitest';
import { describeChange } from '../../../../src/service/audit/describe-change.ts';

const AUDIT = { kind: 'evaluator', verb: 'changed' } as const;
const byId = { params: z.object({ evaluator_config_id: z.string() }) };
const withoutId = { params: z.object({}) };

test('the operation declares kind and verb', () => {
  expect(describeChange(AUDIT, byId, {}, null)).toMatchObject({ kind: 'evaluator', summary: 'changed' });
});

test('the id comes from the path, else from the answer', () => {
  expect(describeChange(AUDIT, byId, { evaluator_config_id: 'asked' }, { id: 'answered' }).id).toBe('asked');
  expect(describeChange(AUDIT, withoutId, { evaluator_config_id: 'asked' }, { id: 'answered' }).id).toBe('answered');
  expect(describeChange(AUDIT, byId, {}, { id: 7 }).id).toBeNull();
});

test('name and app come from the body, else the answer; the path overrides both for the app', () => {
  const body = { name: 'asked', app_id: 'of the body' };
  const answer = { name: 'answered', app_id: 'of the answer' };
  expect(describeChange(AUDIT, byId, { body }, answer)).toMatchObject({ name: 'asked', appId: 'of the body' });
  expect(describeChange(AUDIT, byId, { app_id: 'of the path', body }, answer).appId).toBe('of the path');
  expect(describeChange(AUDIT, byId, {}, answer)).toMatchObject({ name: 'answered', appId: 'of the answer' });
  expect(describeChange(AUDIT, byId, { body: 'text' }, undefined)).toMatchObject({ name: null, appId: null });
});
