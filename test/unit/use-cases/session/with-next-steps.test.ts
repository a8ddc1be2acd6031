import { expect, test } from 'vitest';
import { ServiceError } from '../../../../src/errors/service-error.ts';
import { withNextSteps } from '../../../../src/use-cases/session/with-next-steps.ts';

const CONFLICT = { code: 'WF_CONFLICT', message: 'The name is taken.', status: 409, requestId: 'r1' } as const;
const STEPS = { WF_CONFLICT: ['wf apps list'] };

test('a result is returned unchanged', async () => {
  expect(await withNextSteps(Promise.resolve(1), STEPS)).toBe(1);
});

test('an error with that code gets the steps and keeps everything else', async () => {
  const refusal = new ServiceError({ ...CONFLICT, details: { detail: 'x' } });
  await expect(withNextSteps(Promise.reject(refusal), STEPS)).rejects.toMatchObject({
    ...CONFLICT,
    details: { detail: 'x' },
    nextSteps: ['wf apps list'],
  });
});

test('the steps may depend on the details of the error', async () => {
  const refusal = new ServiceError(CONFLICT);
  const answer = withNextSteps(Promise.reject(refusal), ({ message }) => (message.includes('taken') ? ['wf x'] : []));
  await expect(answer).rejects.toMatchObject({ ...CONFLICT, nextSteps: ['wf x'] });
});

test('existing steps of an error stay', async () => {
  const refusal = new ServiceError({ ...CONFLICT, nextSteps: ['wf login'] });
  await expect(withNextSteps(Promise.reject(refusal), STEPS)).rejects.toBe(refusal);
});

test('other failures are not touched', async () => {
  const other = new TypeError('no');
  await expect(withNextSteps(Promise.reject(other), STEPS)).rejects.toBe(other);
  const refusal = new ServiceError({ ...CONFLICT, code: 'WF_NOT_FOUND' });
  await expect(withNextSteps(Promise.reject(refusal), STEPS)).rejects.toMatchObject({ nextSteps: [] });
});
