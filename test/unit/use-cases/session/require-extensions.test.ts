import { expect, test } from 'vitest';
import { requireExtensions } from '../../../../src/use-cases/session/require-extensions.ts';
import { fakeClient } from '../../../helpers/fake-client.ts';

test('a service of wf is used with its extensions', async () => {
  const { client } = fakeClient({});
  expect(await requireExtensions(client, 'gates on deployments')).toBe(client);
});

test('another service is refused by what it lacks', async () => {
  const { client } = fakeClient({ extensions: async () => null });
  await expect(requireExtensions(client, 'gates on deployments')).rejects.toMatchObject({
    code: 'WF_UNSUPPORTED',
    message: 'This service lacks gates on deployments, an extension of wf.',
    nextSteps: ['wf whoami'],
  });
  await expect(requireExtensions(client, 'x', ['wf y'])).rejects.toMatchObject({ nextSteps: ['wf y'] });
});
