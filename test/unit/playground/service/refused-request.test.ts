import { expect, test } from 'vitest';
import { RefusedRequest } from '../../../../src/playground/service/refused-request.ts';

async function refusal(status: number, body: string) {
  const { message, items, stackLines } = await RefusedRequest.from(new Response(body, { status }));
  return { message, items, stackLines };
}

test.each([
  ['{"detail":"No such app"}', 'No such app'],
  ['{"detail":{"message":"It broke","stacktrace":["Error: It broke","    at x"]}}', 'It broke'],
  ['Unauthorized', 'Unauthorized'],
  ['', 'The server answered with status 500.'],
  ['{}', '{}'],
  ['{"detail":null}', 'The server answered with status 500.'],
])('%s becomes a sentence', async (body, message) => {
  expect((await refusal(500, body)).message).toBe(message);
});

test('a 422 keeps its items, and lists them', async () => {
  const item = { loc: ['body', 'parameters', 'words'], msg: 'Input should be a valid integer', type: 'int_type' };
  expect(await refusal(422, JSON.stringify({ detail: [item, 'nonsense'] }))).toEqual({
    message: 'parameters.words: Input should be a valid integer',
    items: [item],
    stackLines: [],
  });
  const incomplete = [{ loc: ['x'] }, { msg: 'y' }, { loc: 'x', msg: 'y' }];
  const other = { loc: ['body', 'text', 0], msg: 'No text' };
  const refused = await refusal(422, JSON.stringify({ detail: [item, ...incomplete, other] }));
  expect(refused.message).toBe('parameters.words: Input should be a valid integer\ntext.0: No text');
  expect(refused.items).toEqual([item, other]);
});

test('a stack becomes lines, whatever its form', async () => {
  expect((await refusal(500, '{"detail":{"message":"m","stacktrace":"a\\nb"}}')).stackLines).toEqual(['a', 'b']);
  expect((await refusal(500, '{"detail":{"message":"m","stacktrace":["a","b"]}}')).stackLines).toEqual(['a', 'b']);
});
