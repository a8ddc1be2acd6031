import { expect, test } from 'vitest';
import { answering } from '../answering.ts';
import { collect } from '../../../helpers/collect.ts';

const INTEGER = '9007199254740993';
const DECIMAL = '0.12345678901234567890123';
const CALL = { app: 'a', variant: 'v', path: '/run', body: {} };

test('numbers of users keep their digits in the answers of other services, and figures are rounded', async () => {
  const variant = {
    app_id: 'a',
    app_name: 'a',
    variant_id: 'v',
    variant_name: 'v',
    project_id: 'p',
    base_name: 'b',
    base_id: 'b',
    config_id: 'c',
    config_name: 'c',
    uri: null,
    revision: 1,
    created_at: '2026-11-20T12:00:00Z',
    updated_at: '2026-11-20T12:00:00Z',
  };
  const json = JSON.stringify({ ...variant, parameters: 0 }).replace(
    '"parameters":0',
    `"parameters":{"id":${INTEGER},"share":[${DECIMAL}],"small":1.5}`,
  );
  await using client = answering(json.replace('"revision":1', '"revision":1.00000000000000000001'));
  expect(await client.getVariant({ variant_id: 'v' })).toMatchObject({
    parameters: { id: INTEGER, share: [DECIMAL], small: 1.5 },
    revision: 1,
  });
});

test('so do the answers of routes, whole and streamed', async () => {
  const text = `{"version": "3.0", "data": {"id": ${INTEGER}, "count": 7}}`;
  await using whole = answering(text);
  expect(await whole.callRoute(CALL)).toMatchObject({ data: { id: INTEGER, count: 7 } });
  expect((await collect(whole.streamRoute(CALL))).map(({ data }) => data)).toEqual([text]);
});
