import { expect, test } from 'vitest';
import { refuse, toRefusalAnswer, toRefusalResponse } from '../../../src/http/refusal.ts';

test('a refusal becomes an answer with its detail as JSON', () => {
  const { ok, refusal } = refuse(404, 'Nothing is here.');
  expect([ok, toRefusalAnswer(refusal)]).toEqual([
    false,
    { status: 404, headers: { 'content-type': 'application/json' }, body: '{"detail":"Nothing is here."}' },
  ]);
});

test('a refusal may have headers', async () => {
  const response = toRefusalResponse({ status: 405, detail: { code: 'x' }, headers: { allow: 'GET' } });
  expect([response.status, Object.fromEntries(response.headers), await response.json()]).toEqual([
    405,
    { 'content-type': 'application/json', allow: 'GET' },
    { detail: { code: 'x' } },
  ]);
});
