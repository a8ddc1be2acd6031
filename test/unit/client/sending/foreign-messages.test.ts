import { expect, test } from 'vitest';
import { kindDespiteCode, kindWithoutCode } from '../../../../src/client/sending/foreign-messages.ts';

test('only messages of a proxy win over a code', () => {
  expect(kindDespiteCode('Proxy response (502) !== 200 when HTTP Tunneling')).toBe('proxy');
  expect(kindDespiteCode('other side closed')).toBeUndefined();
});

test('a proxy that requires sign-in has its own kind', () => {
  expect(kindDespiteCode('Proxy response (407) !== 200 when HTTP Tunneling')).toBe('proxy-sign-in');
});

test('an unknown message has no kind', () => {
  expect(kindWithoutCode('the moon is full')).toBeUndefined();
});
