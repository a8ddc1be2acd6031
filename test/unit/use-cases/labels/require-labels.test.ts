import { expect, test } from 'vitest';
import { requireLabels } from '../../../../src/use-cases/labels/require-labels.ts';
import { fakeClient } from '../../../helpers/fake-client.ts';

test('labels need a service that keeps them', async () => {
  const { client } = fakeClient({});
  expect(await requireLabels(client, { team: 'search' })).toBe(client);
  const other = fakeClient({ extensions: async () => null }).client;
  expect(await requireLabels(other, {})).toBeNull();
  await expect(requireLabels(other, { team: 'search' })).rejects.toMatchObject({
    code: 'WF_UNSUPPORTED',
    message: 'This service lacks labels, an extension of wf.',
    nextSteps: ['Leave out --label'],
  });
});
