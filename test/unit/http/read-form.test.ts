import { expect, test } from 'vitest';
import { isForm, readForm } from '../../../src/http/read-form.ts';

async function readOf(body: FormData | URLSearchParams) {
  const request = new Request('http://x/', { method: 'POST', body });
  return await readForm(new Uint8Array(await request.arrayBuffer()), request.headers);
}

test.each([
  ['multipart/form-data; boundary=x', true],
  ['Application/X-WWW-Form-Urlencoded', true],
  ['application/json', false],
  ['text/plain; multipart/form-data', false],
  ['multipart/form-database', false],
])('%s is a form: %s', (type, is) => {
  expect(isForm(new Headers({ 'content-type': type }))).toBe(is);
});

test('a body without a type is not a form', () => {
  expect(isForm(new Headers())).toBe(false);
});

test("each field is text, and a file's name names the test set", async () => {
  const form = new FormData();
  form.set('app_id', 'a1');
  form.set('file', new File(['a,b\n1,2\n'], 'cases.csv'));
  expect(await readOf(form)).toEqual({
    ok: true,
    value: { app_id: 'a1', file: 'a,b\n1,2\n', testset_name: 'cases.csv' },
  });
  form.set('testset_name', 'mine');
  expect(await readOf(form)).toMatchObject({ value: { testset_name: 'mine' } });
});

test('a form of fields alone has no other ones', async () => {
  expect(await readOf(new URLSearchParams({ one: '1', two: 'ä' }))).toStrictEqual({
    ok: true,
    value: { one: '1', two: 'ä' },
  });
});

test('a form that cannot be read is refused', async () => {
  const headers = new Headers({ 'content-type': 'multipart/form-data; boundary=x' });
  const refused = {
    ok: false,
    refusal: { status: 422, detail: [{ loc: ['body'], msg: 'Input should be a form in UTF-8', type: 'form_invalid' }] },
  };
  expect(await readForm(new TextEncoder().encode('no parts'), headers)).toEqual(refused);
  expect(await readForm(new TextEncoder().encode('a=1'), new Headers())).toEqual(refused);
  const form = new FormData();
  form.set('file', new File([new Uint8Array([0xe4])], 'latin-1.csv'));
  expect(await readOf(form)).toEqual(refused);
});
