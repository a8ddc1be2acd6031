import { expect, test } from 'vitest';
import {
  explainBucketError,
  isMissingObject,
} from '../../../../../src/service/hosting/artifacts/explain-bucket-error.ts';

const named = (name: string, rest: object = {}) => Object.assign(new Error('a'), { name }, rest);
const coded = (code: string) => Object.assign(new Error('a'), { code });
const answered = (httpStatusCode: unknown) => named('Odd', { $metadata: { httpStatusCode } });

test.each<[unknown, string]>([
  [named('NoSuchBucket'), 'does not exist'],
  [named('AccessDenied'), 'refuses these credentials (AccessDenied)'],
  [named('Forbidden'), 'refuses these credentials'],
  [named('InvalidAccessKeyId'), 'does not know the key in AWS_ACCESS_KEY_ID'],
  [named('SignatureDoesNotMatch'), 'refuses the secret in AWS_SECRET_ACCESS_KEY'],
  [named('ExpiredToken'), 'refuses AWS_SESSION_TOKEN: it has expired'],
  [named('InvalidToken'), 'refuses AWS_SESSION_TOKEN'],
  [named('RequestTimeTooSkewed'), 'refuses requests of a machine whose clock is off'],
  [named('PermanentRedirect'), 'is in another region: set AWS_REGION to its own'],
  [named('AuthorizationHeaderMalformed'), 'is in another region: set AWS_REGION to its own'],
  [named('CredentialsProviderError'), 'needs credentials: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY'],
  [named('SlowDown'), 'refuses further requests for now'],
  [named('ServiceUnavailable'), 'refuses requests for now'],
  [named('InternalError'), 'failed (InternalError)'],
  [named('TimeoutError'), 'does not answer in time'],
  [coded('ECONNREFUSED'), 'cannot be reached: nothing listens there'],
  [coded('ECONNRESET'), 'closed the connection'],
  [coded('EPIPE'), 'closed the connection'],
  [coded('EHOSTUNREACH'), 'cannot be reached: there is no route to the host'],
  [coded('ENOTFOUND'), 'cannot be reached: the host name is unknown'],
  [coded('EAI_AGAIN'), 'cannot be reached: the host name cannot be looked up now'],
  [coded('ETIMEDOUT'), 'cannot be reached: it does not answer'],
  [new AggregateError([coded('ECONNREFUSED')]), 'cannot be reached: nothing listens there'],
  [new Error('Region is missing'), 'has no region: set AWS_REGION'],
  [answered(403), 'refuses these credentials'],
  [answered(301), 'is in another region: set AWS_REGION to its own'],
  [answered(418), 'failed (Odd 418)'],
  [answered('418'), 'failed (Odd)'],
  [named('Odd', { $metadata: null }), 'failed (Odd)'],
  [named('Odd', { $metadata: {} }), 'failed (Odd)'],
  ['text', 'failed'],
])('%s is explained', (error, reason) => {
  expect(explainBucketError(error, 'The bucket b')).toMatchObject({
    code: 'WF_STORAGE',
    message: `The bucket b ${reason}.`,
    nextSteps: ['Check the address of --artifacts, AWS_ENDPOINT_URL, AWS_REGION and the credentials'],
    cause: error,
  });
});

test.each([
  [named('NoSuchKey'), true],
  [named('NotFound'), true],
  [named('AccessDenied'), false],
  [{ name: 'NotFound' }, false],
])('%j says that an object is missing: %j', (error, expected) => {
  expect(isMissingObject(error)).toBe(expected);
});
