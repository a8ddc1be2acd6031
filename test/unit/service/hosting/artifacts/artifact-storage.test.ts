import { expect, test } from 'vitest';
import { createArtifactStorage } from '../../../../../src/service/hosting/artifacts/artifact-storage.ts';
import { startS3Server } from '../../../../helpers/start-s3-server.ts';
import { startHttpServer } from '../../../../helpers/start-http-server.ts';

test.each([
  ['s3://bundles', 's3://bundles/abc'],
  ['s3://bundles/', 's3://bundles/abc'],
  ['s3://bundles/wf', 's3://bundles/wf/abc'],
  ['s3://my.bundles-1/a//b/', 's3://my.bundles-1/a/b/abc'],
])('under %s a bundle is at %s', (address, location) => {
  using storage = createArtifactStorage(address, {});
  expect(storage.locate('abc')).toBe(location);
});

test('without an address, bundles are in the database and nothing is checked', async () => {
  using storage = createArtifactStorage(null, {});
  expect(storage.locate('abc')).toBeNull();
  await storage.check();
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
  ['is nowhere', 's3://bundles/wf', { AWS_ENDPOINT_URL: 'http://127.0.0.1:9' }, 'nothing listens there.'],
  ['has no host', 's3://bundles/wf', { AWS_ENDPOINT_URL: 'http://s3.invalid' }, 'cannot be reached: the host name'],
])('a bucket that %s fails the check with a message', async (_, address, env, says) => {
  await using s3 = await startS3Server();
  using storage = createArtifactStorage(address, { ...s3.env, ...env });
  await expect(storage.check()).rejects.toMatchObject({
    code: 'WF_STORAGE',
    message: expect.stringContaining(says),
  });
});

test.each([
  [403, 'AccessDenied', 'refuses these credentials (AccessDenied).'],
  [400, 'ExpiredToken', 'refuses AWS_SESSION_TOKEN: it has expired.'],
  [403, 'RequestTimeTooSkewed', 'refuses requests of a machine whose clock is off.'],
  [418, 'Teapot', 'failed (Teapot 418).'],
])('an answer of %i %s becomes a message', async (status, code, says) => {
  await using server = await startHttpServer((request, response) => {
    request.resume();
    response.writeHead(status, { 'content-type': 'application/xml' }).end(`<Error><Code>${code}</Code></Error>`);
  });
  const keys = { AWS_ACCESS_KEY_ID: 'a', AWS_SECRET_ACCESS_KEY: 'b', AWS_SESSION_TOKEN: 'c' };
  using storage = createArtifactStorage('s3://bundles/wf', { ...keys, AWS_ENDPOINT_URL: server.url });
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
