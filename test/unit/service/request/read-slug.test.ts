import { expect, test } from 'vitest';
import { readSlug } from '../../../../src/service/request/read-slug.ts';

const read = (body: string | null) => readSlug(body === null ? null : new TextEncoder().encode(body));
const slug = (changes: object = {}) => ({
  ok: true,
  value: { application: null, variant: null, environment: null, ...changes },
});

test('the names of a body are its slug', () => {
  expect(read('{"app":"a","config":"c","environment":"e"}')).toEqual(
    slug({ application: 'a', variant: 'c', environment: 'e' }),
  );
});

test.each([null, '', '{', 'null', '3', '[]', '{}', '{"app":"","config":null,"environment":""}'])(
  'the body %j names nothing',
  (body) => {
    expect(read(body)).toEqual(slug());
  },
);

test('names that are not text are refused together', () => {
  const item = (name: string) => ({ loc: ['body', name], msg: 'Input should be a valid string', type: 'string_type' });
  expect(read('{"app":1,"config":[],"environment":false}')).toEqual({
    ok: false,
    refusal: { status: 422, detail: [item('environment'), item('config'), item('app')] },
  });
});
