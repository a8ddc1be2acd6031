import { expect, test } from 'vitest';
import { kindDespiteCode, kindWithoutCode } from '../../../../src/client/sending/foreign-messages.ts';

test('only what a proxy says wins over a code', () => {
  expect(kindDespiteCode('Proxy response (502) !== 200 when HTTP Tunneling')).toBe('proxy');
  expect(kindDespiteCode('other side closed')).toBeUndefined();
});

test('a proxy that wants a name is told from one that refuses', () => {
  expect(kindDespiteCode('Proxy response (407) !== 200 when HTTP Tunneling')).toBe('proxy-sign-in');
});

test('an unknown message tells nothing', () => {
  expect(kindWithoutCode('the moon is full')).toBeUndefined();
});
