import { expect, test } from 'vitest';
import { createClient } from '../../../../src/client/create-client.ts';
import { inProcessTransport } from '../../../helpers/in-process-transport.ts';

/** Starts a client of a service of ours that answers the first request with 422. */
function start(detail: unknown) {
  const asked: string[] = [];
  const transport = inProcessTransport(async ({ url }) => {
    asked.push(new URL(url).search);
    const isFirst = asked.length === 1;
    const answer = isFirst ? { detail } : [{ app_id: 'a', app_name: 'support' }];
    return Response.json(answer, { status: isFirst ? 422 : 200, headers: { 'wf-version': '1' } });
  });
  const client = createClient({ transport, baseUrl: 'http://service.test', isExtended: true });
  return { asked, apps: client.listApps({ app_name: 'support', id_prefix: 'a', limit: 2 }) };
}

function itemOf(name: string, type: string) {
  return { loc: ['query', name], msg: 'Extra inputs are not permitted', type };
}

test.each<[string, unknown, string]>([
  ['by its location', [itemOf('limit', 'extra_forbidden')], '?app_name=support&id_prefix=a'],
  ['in a sentence', 'Unknown query parameters: id_prefix and limit', '?app_name=support'],
])('a request is sent once more without a parameter of ours that a 422 names %s', async (_, detail, again) => {
  const { asked, apps } = start(detail);
  expect(await apps).toHaveLength(1);
  expect(asked).toEqual(['?app_name=support&id_prefix=a&limit=2', again]);
});

test.each<[string, unknown]>([
  [
    'a parameter of ours with a wrong value',
    [{ loc: ['query', 'limit'], msg: 'Input should be at most 1', type: 'too_big' }],
  ],
  ['a parameter of the interface', [itemOf('app_name', 'extra_forbidden')]],
  ['the cursor', [itemOf('cursor', 'extra_forbidden')]],
])('a request is not sent again if a 422 names %s', async (_, detail) => {
  const { asked, apps } = start(detail);
  await expect(apps).rejects.toMatchObject({ status: 422 });
  expect(asked).toHaveLength(1);
});
