import { expect, test } from 'vitest';
import { ServiceError } from '../../../../src/errors/service-error.ts';
import { UserError } from '../../../../src/errors/wf-error.ts';
import {
  isEndpointMissing,
  isUnexplainedFailure,
  orMissing,
  orUnknown,
} from '../../../../src/use-cases/records/is-missing.ts';

const answered = (status: number) => new ServiceError({ code: 'WF_FAILED', message: 'No.', status, requestId: null });
const NOT_FOUND = new UserError({ code: 'WF_NOT_FOUND', message: 'There is no app.' });

test.each([
  [404, true],
  [405, true],
  [501, true],
  [400, false],
  [403, false],
  [500, false],
])('status %i means that the endpoint is missing: %s', async (status, isMissing) => {
  const error = answered(status);
  expect(isEndpointMissing(error)).toBe(isMissing);
  if (isMissing) {
    expect(await orMissing(Promise.reject(error))).toBeNull();
    expect(await orUnknown(Promise.reject(error))).toBeNull();
  } else {
    await expect(orMissing(Promise.reject(error))).rejects.toBe(error);
    await expect(orUnknown(Promise.reject(error))).rejects.toBe(error);
  }
});

test('an error of this program says nothing about endpoints, but may say that a record is unknown', async () => {
  expect([isEndpointMissing(NOT_FOUND), isUnexplainedFailure(NOT_FOUND)]).toEqual([false, false]);
  await expect(orMissing(Promise.reject(NOT_FOUND))).rejects.toBe(NOT_FOUND);
  expect(await orUnknown(Promise.reject(NOT_FOUND))).toBeNull();
  const usage = new UserError({ code: 'WF_USAGE', message: 'Name one.' });
  await expect(orUnknown(Promise.reject(usage))).rejects.toBe(usage);
});

test('an answer stays as it is', async () => {
  expect(await orMissing(Promise.resolve(0))).toBe(0);
  expect(await orUnknown(Promise.resolve(0))).toBe(0);
});

test.each([
  [500, true],
  [501, false],
  [404, false],
])('status %i is a failure without a reason: %s', (status, isFailure) => {
  expect(isUnexplainedFailure(answered(status))).toBe(isFailure);
});
