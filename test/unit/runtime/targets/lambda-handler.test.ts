import { afterEach, expect, test, vi } from 'vitest';
import { toLambdaHandlers } from '../../../../src/runtime/targets/lambda-handler.ts';
import { route } from '../../../../src/sdk/index.ts';

const workflow = {
  double: route('/double', {}, ({ input }) => Number(input['n']) * 2),
  count: route('/count', {}, async function* () {
    yield await Promise.resolve(1);
    yield 2;
  }),
};

/** An event of a function URL. @source AWS, "Invoking Lambda function URLs", payload format 2.0 */
function eventOf(path: string, body: string) {
  return {
    version: '2.0',
    routeKey: '$default',
    rawPath: path,
    rawQueryString: '',
    headers: { 'content-type': 'application/json' },
    requestContext: { http: { method: 'POST', path }, domainName: 'id.lambda-url.eu-west-1.on.aws' },
    body: Buffer.from(body).toString('base64'),
    isBase64Encoded: true,
    // Of the many fields of an event, the adapter reads these.
  } as never;
}

afterEach(() => {
  vi.unstubAllGlobals();
});

test.each([
  ['/run/double', '{"n":4}', 200, { data: 8 }],
  ['/run/count', '{}', 200, { data: [1, 2] }],
  ['/run/double', 'no JSON', 422, { detail: [{ type: 'json_invalid' }] }],
  ['/run/other', '{}', 404, {}],
])('an event for %s with %s is answered', async (path, body, statusCode, answer) => {
  const { handler } = toLambdaHandlers(workflow, 'shop');
  const result = (await handler(eventOf(path, body))) as { statusCode: number; body: string };
  expect({ statusCode: result.statusCode, body: JSON.parse(result.body) as unknown }).toMatchObject({
    statusCode,
    body: answer,
  });
});

test('streams need the global of the platform', () => {
  vi.stubGlobal('awslambda', {}); // As AWS's SDK leaves it.
  expect(toLambdaHandlers(workflow, 'shop').streamHandler).toBeUndefined();
  const streamed = () => 'handler';
  vi.stubGlobal('awslambda', { streamifyResponse: () => streamed });
  expect(toLambdaHandlers(workflow, 'shop').streamHandler).toBe(streamed);
});
