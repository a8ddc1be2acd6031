import { expect, test } from 'vitest';
import { kindDespiteCode, kindWithoutCode } from '../../../../src/client/sending/foreign-messages.ts';

test('only messages of a proxy win over a code', () => {
  expect(kindDespiteCode('Proxy response (502) !== 200 when HTTP Tunneling')).toBe('proxy');
  expect(kindDespiteCode('other side closed')).toBeUndefined();
});

test('a proxy that requires sign-in has its own kind', () => {
  expect(kindDespiteCode('Proxy response (407) !== 200 when HTTP Tunneling')).toBe('proxy-sign-in');
});

test.each([
  ['Response does not match the HTTP/1.1 protocol', 'not-http'],
  ['other side closed', 'closed'],
  ['socket hang up', 'closed'],
  ['terminated', 'closed'],
])('without a code, %j is of the kind %s', (message, kind) => {
  expect(kindWithoutCode(message)).toBe(kind);
});

test('an unknown message has no kind', () => {
  expect(kindWithoutCode('the moon is full')).toBeUndefined();
});
