import type { TracerProvider as AnyProvider } from '@opentelemetry/api';
import { BatchSpanProcessor, InMemorySpanExporter, TracerProvider } from '@opentelemetry/sdk-trace';
import { expect, test, vi } from 'vitest';
import { ADOPT_PROVIDER } from '../../src/foundation/adopt-provider.ts';
import { toLambdaHandlers } from '../../src/runtime/targets/lambda-handler.ts';
import { route } from '../../src/sdk/routes/route.ts';

const workflow = {
  plain: route('/plain', {}, async () => 'x'),
  streamed: route('/streamed', {}, async function* () {
    yield 'a';
    yield 'b';
  }),
};

/** An event of a function URL, with the fields that the adapter reads. */
const eventOf = (path: string, accept: string) => ({
  version: '2.0',
  rawPath: path,
  rawQueryString: '',
  headers: { 'content-type': 'application/json', accept },
  requestContext: { http: { method: 'POST', path }, domainName: 'id.lambda-url.eu-west-1.on.aws' },
  body: '{}',
  isBase64Encoded: false,
});

test('spans of a provider of the author are sent before a call on Lambda ends, and a failure to send fails no call', async () => {
  const { handler } = toLambdaHandlers(workflow, 'shop');
  const exporter = new InMemorySpanExporter();
  // Nothing would be sent for an hour, and the platform may freeze the process for good before.
  const processor = new BatchSpanProcessor({ exporter, scheduledDelayMillis: 3_600_000 });
  const provider: AnyProvider = new TracerProvider({ spanProcessors: [processor] });
  // As the module of the bundle does that registers one.
  (Reflect.get(globalThis, ADOPT_PROVIDER) as (provider: AnyProvider) => void)(provider);
  const call = async (path: string, accept: string) => {
    const { statusCode } = (await handler(eventOf(path, accept) as never)) as { statusCode: number };
    return [statusCode, exporter.getFinishedSpans().length];
  };

  expect(await call('/run/plain', 'application/json')).toEqual([200, 1]);
  expect(await call('/run/streamed', 'text/event-stream')).toEqual([200, 2]);
  const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  vi.spyOn(processor, 'forceFlush').mockRejectedValueOnce(new Error('refused'));
  expect(await call('/run/plain', 'application/json')).toEqual([200, 2]);
  expect(write.mock.calls.map(([text]) => text)).toEqual([
    expect.stringContaining('The spans of a call were not sent: '),
  ]);
  write.mockRestore();
});
