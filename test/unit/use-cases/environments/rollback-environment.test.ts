import { expect, test } from 'vitest';
import { ServiceError } from '../../../../src/errors/service-error.ts';
import {
  rollbackEnvironment,
  type RollbackEnvironmentOptions,
} from '../../../../src/use-cases/environments/rollback-environment.ts';
import { fakeClient } from '../../../helpers/fake-client.ts';

const APP_ID = '01932c5e-1111-7000-8000-000000000001';
const ENVIRONMENT = { app_id: APP_ID, name: 'my env', revision: 4 };
const ROLLED_BACK = { ...ENVIRONMENT, revision: 5 };

function rolling(options: Partial<RollbackEnvironmentOptions> = {}, failure?: Error) {
  const { client, calls } = fakeClient({
    listAppEnvironments: async () => [ENVIRONMENT] as never,
    rollbackEnvironment: async () => {
      if (failure !== undefined) throw failure;
      return ROLLED_BACK as never;
    },
  });
  const rolledBack = rollbackEnvironment({ client, app: APP_ID, environment: 'my env', to: null, ...options });
  return { rolledBack, calls };
}

test('the previous revision is restored, if nobody changed the environment', async () => {
  const confirmed: unknown[] = [];
  const confirm = async (environment: unknown) => confirmed.push(environment) > 0;
  const { rolledBack, calls } = rolling({ confirm });
  expect(await rolledBack).toEqual({ record: ROLLED_BACK, warning: null, revision: 5 });
  expect(confirmed).toEqual([ENVIRONMENT]);
  expect(calls.at(-1)).toEqual({
    name: 'rollbackEnvironment',
    input: { environment_name: 'my env', body: { app_id: APP_ID, revision: null } },
    options: { ifRevision: 4 },
  });
});

test('a revision is restored with its message and the reason for an override', async () => {
  const { rolledBack, calls } = rolling({ to: 2, message: 'Oops', override: 'Urgent' });
  await rolledBack;
  expect(calls.at(-1)?.input).toEqual({
    environment_name: 'my env',
    body: { app_id: APP_ID, revision: 2, message: 'Oops', override: 'Urgent' },
  });
});

test('nothing is restored when the answer is no', async () => {
  const { rolledBack, calls } = rolling({ confirm: () => Promise.reject(new Error('no')) });
  await expect(rolledBack).rejects.toThrow('no');
  expect(calls.map(({ name }) => name)).toEqual(['listAppEnvironments']);
});

test.each([
  ['WF_CONFLICT', null, ["wf env revisions 'my env'"]],
  ['WF_NOT_FOUND', null, ["wf env revisions 'my env'"]],
  ['WF_PROTECTED', null, ["wf env revisions 'my env'", "wf env rollback 'my env' --override REASON"]],
  ['WF_PROTECTED', 2, ["wf env revisions 'my env'", "wf env rollback 'my env' --to 2 --override REASON"]],
] as const)('the refusal %s of a rollback to %j leads on', async (code, to, nextSteps) => {
  const refused = new ServiceError({ code, message: 'No.', status: 409 });
  await expect(rolling({ to }, refused).rolledBack).rejects.toMatchObject({ code, message: 'No.', nextSteps });
});

test('another service has no protection to override', async () => {
  const { client, calls } = fakeClient({ extensions: async () => null });
  const options = { client, app: APP_ID, environment: 'my env', to: null, override: 'Urgent' };
  await expect(rollbackEnvironment(options)).rejects.toMatchObject({
    message: 'This service lacks protected environments, an extension of wf.',
  });
  expect(calls).toEqual([]);
});
