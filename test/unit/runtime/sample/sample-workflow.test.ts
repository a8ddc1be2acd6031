import { expect, test } from 'vitest';
import { createApp, exportNames, SAMPLE_CALL } from '../../../../src/runtime/sample/sample-workflow.ts';

test('the sample answers its own call', async () => {
  const app = createApp({});
  expect(app.describe().map(({ path }) => path)).toEqual(exportNames.map((name) => `/${name}`));
  const headers = { 'content-type': 'application/json' };
  const call = new Request(`http://sample${SAMPLE_CALL.path}`, { method: 'POST', headers, body: SAMPLE_CALL.body });
  const answer = await app.fetch(call);
  expect(answer.status).toBe(200);
  expect(await answer.json()).toMatchObject({ data: 'Say hello again' });
});
