import { expect, test } from 'vitest';
import { joinUrl, toText } from '../../../../src/client/endpoints/http-request.ts';
import { parseBaseUrl } from '../../../../src/client/sending/base-url.ts';

test.each([
  ['http://host', 'http://host/'],
  ['https://host:8443/api//', 'https://host:8443/api'],
  ['http://host/a/b/', 'http://host/a/b'],
])('the address %s is %s', (text, href) => {
  expect(parseBaseUrl(text).href).toBe(href);
});

test.each([
  ['host', 'The base URL "host" is not an http or https address.'],
  ['ftp://host', 'The base URL "ftp://host" is not an http or https address.'],
  ['xhttp://host', 'The base URL "xhttp://host" is not an http or https address.'],
  ['http://ann:secret@host/', 'The base URL "http://host/" contains a name or a password.'],
  ['http://ann@host/', 'The base URL "http://host/" contains a name or a password.'],
  ['http://:secret@host/', 'The base URL "http://host/" contains a name or a password.'],
  ['http://host/?a=1', 'The base URL "http://host/?a=1" contains a query or a fragment.'],
  ['http://host/#a', 'The base URL "http://host/#a" contains a query or a fragment.'],
])('the address %s is refused without its secrets', (text, message) => {
  let thrown: unknown;
  try {
    parseBaseUrl(text);
  } catch (error) {
    thrown = error;
  }
  expect(thrown).toMatchObject({
    code: 'WF_INVALID_INPUT',
    message,
    nextSteps: ['Write it like --base-url https://host/api'],
  });
});

test.each([
  ['http://host', '/apps', {}, 'http://host/apps'],
  ['http://host/api', 'apps', {}, 'http://host/api/apps'],
  [
    'http://host/api/',
    '/apps',
    { a: 'x y', b: 1, c: null, d: undefined, e: true },
    'http://host/api/apps?a=x+y&b=1&e=true',
  ],
  ['http://host', '//evil.test/x', {}, 'http://host//evil.test/x'],
  ['http://host', '/apps', { id: ['a', null, 2] }, 'http://host/apps?id=a&id=2'],
])('%s and %s are joined with the query %j', (base, path, query, href) => {
  expect(joinUrl(new URL(base), path, query).href).toBe(href);
});

test.each([
  ['text', 'text'],
  [1, '1'],
  [{ a: 1 }, '{"a":1}'],
  [undefined, ''],
])('the value %j is written as %j', (value, text) => {
  expect(toText(value)).toBe(text);
});
