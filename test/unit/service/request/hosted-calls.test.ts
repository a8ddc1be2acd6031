import { expect, test } from 'vitest';
import { createSlices } from '../../../../src/http/create-slices.ts';
import { isWorkflowPath, readSlug } from '../../../../src/service/request/answer-hosted-call.ts';

const read = async (body: string | null) =>
  await readSlug(body === null ? null : new TextEncoder().encode(body), createSlices());
const slug = (changes: object = {}) => ({
  ok: true,
  value: { application: null, variant: null, environment: null, ...changes },
});

test('the names of a body are its slug', async () => {
  expect(await read('{"app":"a","config":"c","environment":"e"}')).toEqual(
    slug({ application: 'a', variant: 'c', environment: 'e' }),
  );
});

test.each([null, '', '{', 'null', '3', '[]', '{}', '{"app":"","config":null,"environment":""}'])(
  'the body %j names nothing',
  async (body) => {
    expect(await read(body)).toEqual(slug());
  },
);

test('names that are not text are refused together', async () => {
  const item = (name: string) => ({ loc: ['body', name], msg: 'Input should be a valid string', type: 'string_type' });
  expect(await read('{"app":1,"config":[],"environment":false}')).toEqual({
    ok: false,
    refusal: { status: 422, detail: [item('environment'), item('config'), item('app')] },
  });
});

test('names are found among other values, however they are written', async () => {
  const others = '"text":"a \\"config\\": \\\\","list":[{"config":"no"},"]"], "n" : -1.5e3 ,';
  expect(await read(`{${others}"conf\\u0069g" : "c" }`)).toEqual(slug({ variant: 'c' }));
  expect(await read('{"config":"a","config":"b"}')).toEqual(slug({ variant: 'b' }));
});

test('a name longer than any is refused', async () => {
  expect(await read(JSON.stringify({ config: 'x'.repeat(5000) }))).toMatchObject({ ok: false });
});

const ROUTES = [{ path: '/' }, { path: '/sum up' }];

test.each([
  ['GET', '/health'],
  ['GET', '/openapi.json'],
  ['POST', '/run'],
  ['POST', '/run/'],
  ['POST', '/playground/run'],
  ['POST', '/generate'],
  ['POST', '/generate_deployed'],
  ['POST', '/run/sum%20up'],
  ['POST', '/playground/run/sum%20up'],
])('%s %s is a path of the workflow', (method, path) => {
  expect(isWorkflowPath(path, method, ROUTES)).toBe(true);
});

test.each([
  ['GET', '/'],
  ['GET', '/run'],
  ['POST', '/health'],
  ['POST', '/run/other'],
  ['POST', '/run/sum%20up/more'],
  ['POST', '/run/..%2fadmin'],
  ['DELETE', '/run/other'],
])('%s %s is not', (method, path) => {
  expect(isWorkflowPath(path, method, ROUTES)).toBe(false);
});
