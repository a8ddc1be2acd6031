import { describe, expect, test } from 'vitest';
import { requireAskedRecord } from '../../../../src/client/answers/asked-record.ts';
import type { PublicClient } from '../../../../src/client/create-client.ts';
import { humanEvaluationOf } from '../../../helpers/human-records.ts';
import { answering } from '../answering.ts';

const unexpected = (message: string, more: object = {}) => ({
  code: 'WF_UNEXPECTED_ANSWER',
  exitCode: 1,
  message,
  nextSteps: ['Check that base_url is a service that wf can talk to: wf config list'],
  status: 200,
  ...more,
});

const APP = { app_id: 'a', app_name: 'support' };
const LIST = 'The service did not return a list of apps';
const WHERE = '(GET https://host/api/apps).';

describe('the answer of an endpoint', () => {
  test('keeps the fields of its schema', async () => {
    expect(await answering([{ ...APP, tomorrow: 1 }]).listApps()).toEqual([APP]);
  });

  test('of a service of wf is read as it is: a variant there may be called None', async () => {
    const record = humanEvaluationOf({ variant_names: ['None', 'tuned'] });
    const list = async (headers: Record<string, string>) =>
      await answering([record], { headers }).listHumanEvaluations({ app_id: record.app_id });
    expect(await list({ 'wf-version': '1' })).toMatchObject([{ variant_names: ['None', 'tuned'] }]);
    expect(await list({})).toMatchObject([{ variant_names: ['a deleted variant', 'tuned'] }]);
  });

  test('is refused with the path of its wrong field', async () => {
    const init = { headers: { 'x-request-id': 'r1' } };
    await expect(answering([APP, { ...APP, app_id: 1 }], init).listApps()).rejects.toMatchObject(
      unexpected(`${LIST}, at field \`1.app_id\`: Input should be a valid string ${WHERE}`, {
        requestId: 'r1',
        details: [{ loc: [1, 'app_id'], msg: 'Input should be a valid string', type: 'string_type' }],
      }),
    );
  });

  test.each([
    ['{"apps": []}', {}, 'Input should be a valid list'],
    ['', {}, 'Input should be a valid list'],
    ['[{"app_id": "a"', {}, 'the response is not JSON'],
    ['text <html>', {}, 'the response is not JSON'],
    ['oops', { 'content-type': 'text/html' }, 'the response is a web page'],
    [' <!DOCTYPE html><p>', {}, 'the response is a web page'],
    ['<html>', {}, 'the response is a web page'],
  ])('is refused as a whole: %j', async (text, headers, what) => {
    await expect(answering(text, { headers }).listApps()).rejects.toMatchObject(
      unexpected(`${LIST}: ${what} ${WHERE}`),
    );
  });

  test('that is not JSON is shown with its first thousand characters', async () => {
    await expect(answering('x'.repeat(1001)).listApps()).rejects.toMatchObject({ details: 'x'.repeat(1000) });
  });

  test.each([300, 399])('has no status %i', async (status) => {
    await expect(answering('', { status }).listApps()).rejects.toMatchObject(
      unexpected(`${LIST}: status ${status} ${WHERE}`, { status, details: undefined }),
    );
  });

  test('to a write that cannot be read says that the change may have been made', async () => {
    await expect(answering('{').createApp({ body: { app_name: 'a' } })).rejects.toMatchObject({
      message:
        'The service did not return the response to "create app": the response is not JSON (POST https://host/api/apps). It accepted the request, so the change may have been made.',
    });
  });

  test.each<[string, (client: PublicClient) => Promise<unknown>]>([
    ['an evaluation', (client) => client.getEvaluation({ evaluation_id: 'e' })],
    ['an evaluation status', (client) => client.getEvaluationStatus({ evaluation_id: 'e' })],
    ['a testset', (client) => client.getTestset({ testset_id: 't' })],
    ['environment revisions', (client) => client.getEnvironmentRevisions({ app_id: 'a', environment_name: 'e' })],
    ['a list of app variants', (client) => client.listAppVariants({ app_id: 'a' })],
  ])('is expected to be %s', async (expected, call) => {
    await expect(call(answering('{'))).rejects.toThrow(`The service did not return ${expected}: `);
  });
});

const ANSWER = {
  url: new URL('http://host/api/records'),
  method: 'GET',
  status: 200,
  headers: { 'x-request-id': 'r1' },
  bytes: new Uint8Array(),
  stream: null,
};

function check(path: string, input: Readonly<Record<string, unknown>>, value: unknown): void {
  requireAskedRecord({ path }, input, value, ANSWER);
}

const BY_REVISION = '/variants/{variant_id}/revisions/{revision}';
const BY_ENVIRONMENT = '/apps/{app_id}/revisions/{environment_name}';

test.each([
  ['/testsets/{testset_id}', { testset_id: 'a' }, { id: 2 }, '`id` is 2 instead of "a"'],
  ['/variants/{variant_id}', { variant_id: 'a' }, { variant_id: 'b' }, '`variant_id` is "b" instead of "a"'],
  [BY_REVISION, { variant_id: 'a', revision: 2 }, { id: 'x', revision: 3 }, '`revision` is 3 instead of 2'],
  ['/apps/{app_id}/variants', { app_id: 'a' }, [{ app_id: 'a' }, { app_id: 'b' }], '`app_id` is "b" instead of "a"'],
  ['/evaluations', { app_id: 'a' }, [{ app_id: 'b' }], '`app_id` is "b" instead of "a"'],
  [BY_ENVIRONMENT, { app_id: 'a', environment_name: 'x' }, { name: 'y' }, '`name` is "y" instead of "x"'],
])('another record than %s asks for is refused: %j %j', (path, input, value, difference) => {
  expect(() => check(path, input, value)).toThrow(
    expect.objectContaining({
      code: 'WF_UNEXPECTED_ANSWER',
      message: `The service answered with another record than GET /api/records asks for: ${difference}.`,
      nextSteps: ['Check that base_url is a service that wf can talk to: wf config list'],
      status: 200,
      requestId: 'r1',
    }),
  );
});

test.each([
  ['/testsets/{testset_id}', { testset_id: 'a' }, { id: 'a' }],
  ['/testsets/{testset_id}', { testset_id: 'AB' }, { id: 'ab' }],
  ['/testsets/{testset_id}', { testset_id: 'a' }, null],
  [BY_REVISION, { variant_id: 'a', revision: 2 }, { id: 'row', revision: 2 }],
  ['/variants/{variant_id}/revisions', { variant_id: 'a' }, [{ id: 'row' }]],
  ['/apps/{app_id}/variants', { app_id: 'a' }, []],
  ['/apps', {}, [{ app_id: 'a' }, { app_id: 'b' }]],
  // The public service maps ids of an earlier database to new ones.
  ['/apps/{app_id}/variants', { app_id: '65f0c1d2e3a4b5c6d7e8f901' }, [{ app_id: 'new' }]],
])('the record that %s asks for is accepted: %j %j', (path, input, value) => {
  expect(() => check(path, input, value)).not.toThrow();
});
