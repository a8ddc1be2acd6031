import { expect, test } from 'vitest';
import { cameByHttps } from '../../../src/http/came-by-https.ts';

test.each([
  [{ origin: 'https://wf.example.com' }, true],
  [{ 'x-forwarded-proto': 'https' }, true],
  [{ origin: 'http://wf.example.com' }, false],
  [{ origin: 'null' }, false],
  [{}, false],
] as const)('%j', (headers, isHttps) => {
  expect(cameByHttps(new Request('http://127.0.0.1/', { headers }))).toBe(isHttps);
});
