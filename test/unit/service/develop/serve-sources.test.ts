import { expect, test } from 'vitest';
import { serveSources } from '../../../../src/service/develop/serve-sources.ts';
import { startService } from '../../../helpers/start-service.ts';

const EXCERPT = { file: 'workflow.ts', line: 2, column: 1, first_line: 1, lines: ['a', 'b'] };

async function ask(method: string, body?: string, isSignedIn = true): Promise<[number, unknown]> {
  await using running = await startService();
  const serve = serveSources({
    store: running.store,
    hosting: { call: async () => new Response('a route') },
    events: { subscribe: () => new Response('events') },
    readExcerpt: async (stack) => (stack === 'known' ? EXCERPT : null),
  });
  const headers = isSignedIn ? { authorization: `ApiKey ${running.keys.viewer}` } : {};
  const init = { method, headers, ...(body === undefined ? {} : { body }) };
  const response = await serve(new Request('http://127.0.0.1:4747/dev/source', init));
  return [response?.status ?? 0, await response?.json()];
}

test('a stack is answered with the source lines it names, or none', async () => {
  expect(await ask('POST', '{"stack": "known"}')).toEqual([200, EXCERPT]);
  expect(await ask('POST', '{"stack": "other"}')).toEqual([200, null]);
});

test.each([
  ['{}', ['body', 'stack']],
  ['{"stack": 1}', ['body', 'stack']],
  ['{"stack": "known", "file": "/etc/passwd"}', ['body', 'file']],
  [JSON.stringify({ stack: 'x'.repeat(100_001) }), ['body', 'stack']],
])('%.40s is refused at its field', async (body, loc) => {
  const [status, answer] = await ask('POST', body);
  expect([status, answer]).toEqual([422, { detail: [expect.objectContaining({ loc })] }]);
});

test('requests without a key or with another method are refused', async () => {
  expect((await ask('POST', '{"stack": "known"}', false))[0]).toBe(401);
  expect((await ask('GET'))[0]).toBe(405);
});
