import { expect, test } from 'vitest';
import { NOT_OFFERED, whyNotOffered } from '../../../../src/contract/endpoint/not-offered.ts';

test('a request for what is not offered gets the reason, whatever its parameters', () => {
  expect(whyNotOffered('PUT', '/variants/a%2Fb/image/')).toMatch(/container images/);
  expect(whyNotOffered('GET', '/variants/x/image')).toBeNull();
  expect(whyNotOffered('PUT', '/variants/x/image/y')).toBeNull();
});

test('every reason is a sentence', () => {
  for (const { reason } of NOT_OFFERED) expect(reason).toMatch(/^[A-Z].{20,}[.A-Za-z}]$/);
});
