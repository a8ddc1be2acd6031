import { expect, test } from 'vitest';
import { createArtifactStorage } from '../../../../src/service/hosting/artifacts/artifact-storage.ts';
import { explainBucketError } from '../../../../src/service/hosting/artifacts/s3-bucket.ts';
import { closedPort, startHttpServer } from '../../../helpers/start-http-server.ts';
import { startS3Server } from '../../../helpers/start-s3-server.ts';

test.each([
  ['s3://bundles', 's3://bundles/abc'],
  ['s3://bundles/', 's3://bundles/abc'],
  ['s3://bundles/wf', 's3://bundles/wf/abc'],
  ['s3://my.bundles-1/a//b/', 's3://my.bundles-1/a/b/abc'],
])('under %s a bundle is at %s', (address, location) => {
  using storage = createArtifactStorage(address, {});
  expect(storage.locate('abc')).toBe(location);
});

test.each([
  '',
  's3',
  's3://',
  's3:///wf',
  's3://Bundles',
  's3://a',
  's3://-bundles',
  's3://bundles/a b',
  's3://bundles/ä',
  's3://bundles?x=1',
  's3://key:secret@bundles/wf',
  'https://bundles.s3.amazonaws.com/wf',
  '/var/bundles',
])('%j is not an address', (address) => {
  expect(() => createArtifactStorage(address, {})).toThrow(
    expect.objectContaining({
      code: 'WF_INVALID_INPUT',
      message: `--artifacts is ${JSON.stringify(address)}; expected a bucket with an optional prefix, as in s3://my-bucket/wf.`,
      nextSteps: ['wf serve --artifacts s3://my-bucket/wf'],
    }),
  );
});

test('a readable and writable bucket passes the check', async () => {
  await using s3 = await startS3Server();
  using storage = createArtifactStorage(s3.address, s3.env);
  await storage.check();
  expect(await s3.keys()).toEqual(['wf/wf-check']);
});

test.each<[string, string, Readonly<Record<string, string>>, string]>([
  ['is missing', 's3://nowhere/wf', {}, 'does not exist.'],
  ['has another key', 's3://bundles/wf', { AWS_ACCESS_KEY_ID: 'other' }, 'does not know the key in AWS_ACCESS_KEY_ID.'],
  [
    'has another secret',
    's3://bundles/wf',
    { AWS_SECRET_ACCESS_KEY: 'other' },
    'refuses the secret in AWS_SECRET_ACCESS_KEY.',
  ],
  [
    'is nowhere',
    's3://bundles/wf',
    { AWS_ENDPOINT_URL: `http://127.0.0.1:${await closedPort()}` },
    'nothing listens there.',
  ],
])('a bucket that %s fails the check with a message', async (_, address, env, says) => {
  await using s3 = await startS3Server();
  using storage = createArtifactStorage(address, { ...s3.env, ...env });
  await expect(storage.check()).rejects.toMatchObject({
    code: 'WF_STORAGE',
    message: expect.stringContaining(says),
  });
});

test('a bucket that loses what it has stored fails the check', async () => {
  await using server = await startHttpServer((request, response) => {
    request.resume();
    const isStored = request.method === 'PUT';
    const missing = '<Error><Code>NoSuchKey</Code></Error>';
    response.writeHead(isStored ? 200 : 404, { 'content-type': 'application/xml' }).end(isStored ? '' : missing);
  });
  const keys = { AWS_ACCESS_KEY_ID: 'a', AWS_SECRET_ACCESS_KEY: 'b' };
  using storage = createArtifactStorage('s3://bundles/wf', { ...keys, AWS_ENDPOINT_URL: server.url });
  await expect(storage.check()).rejects.toMatchObject({
    code: 'WF_STORAGE',
    message: 'What was stored at s3://bundles/wf/wf-check cannot be read back.',
  });
});

const named = (name: string, rest: object = {}) => Object.assign(new Error('a'), { name }, rest);
const coded = (code: string) => Object.assign(new Error('a'), { code });
const answered = (httpStatusCode: unknown) => named('Odd', { $metadata: { httpStatusCode } });

test.each<[unknown, string]>([
  [named('NoSuchBucket'), 'does not exist'],
  [named('AccessDenied'), 'refuses these credentials (AccessDenied)'],
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
  [coded('EHOSTUNREACH'), 'cannot be reached: there is no route to the host'],
  [coded('ENOTFOUND'), 'cannot be reached: the host name is unknown'],
  [coded('EAI_AGAIN'), 'cannot be reached: the host name cannot be looked up now'],
  [coded('ETIMEDOUT'), 'cannot be reached: it does not answer'],
  [new AggregateError([coded('ECONNREFUSED')]), 'cannot be reached: nothing listens there'],
  [new Error('Region is missing'), 'has no region: set AWS_REGION'],
  [answered(403), 'refuses these credentials'],
  [answered(301), 'is in another region: set AWS_REGION to its own'],
  [answered(418), 'failed (Odd 418)'],
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
