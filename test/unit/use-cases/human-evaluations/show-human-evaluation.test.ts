import { expect, test } from 'vitest';
import type { ExtendedClient } from '../../../../src/client/create-client.ts';
import { ServiceError } from '../../../../src/errors/service-error.ts';
import { showHumanEvaluation } from '../../../../src/use-cases/human-evaluations/show-human-evaluation.ts';
import { fakeClient } from '../../../helpers/fake-client.ts';
import { humanEvaluationOf } from '../../../helpers/human-records.ts';

const EVALUATION = humanEvaluationOf({ id: 'h-1' });
const VOTERS = [{ id: 'v-1' }, { id: 'v-2' }] as never;
const OUTPUTS = [{ position: 0 }] as never;

function show(serverUrl: string | null, methods: Partial<ExtendedClient> = {}) {
  const { client, calls } = fakeClient({
    getHumanLinks: async () => ({ code: 'all', voters: [{ voter_id: 'v-2', code: 'two' }] }) as never,
    listHumanVoters: async () => VOTERS,
    listHumanOutputs: async () => OUTPUTS,
    ...methods,
  });
  return { shown: showHumanEvaluation({ client, evaluation: EVALUATION, serverUrl }), calls };
}

test.each([
  [null, ''],
  ['http://host', 'http://host/'],
  ['http://host/api//', 'http://host/api/'],
])('with the server %j, links begin with %j', async (serverUrl, start) => {
  const { shown, calls } = show(serverUrl);
  expect(await shown).toEqual({
    ...EVALUATION,
    link: `${start}#vote=h-1.all`,
    outputs: OUTPUTS,
    voters: [
      { id: 'v-1', link: null },
      { id: 'v-2', link: `${start}#vote=h-1.two` },
    ],
  });
  expect(calls.map(({ input }) => input)).toEqual(Array.from({ length: 3 }, () => ({ evaluation_id: 'h-1' })));
});

test('a key that may not hand out links sees the voters', async () => {
  const refused = new ServiceError({ code: 'WF_NOT_ALLOWED', message: 'No.', status: 403 });
  expect(await show('http://host', { getHumanLinks: () => Promise.reject(refused) }).shown).toMatchObject({
    link: null,
    voters: [
      { id: 'v-1', link: null },
      { id: 'v-2', link: null },
    ],
  });
  const failed = new ServiceError({ code: 'WF_FAILED', message: 'Down.', status: 500 });
  await expect(show(null, { getHumanLinks: () => Promise.reject(failed) }).shown).rejects.toBe(failed);
});

test('another service lacks outputs, voters and links', async () => {
  expect(await show('http://host', { extensions: async () => null }).shown).toEqual({
    ...EVALUATION,
    link: null,
    outputs: [],
    voters: [],
    lacking: ['outputs, voters and links to vote at, extensions of wf'],
  });
});
