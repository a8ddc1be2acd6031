import { expect, test } from 'vitest';
import { createLazyHosting } from '../../../../src/use-cases/serve/lazy-hosting.ts';

test('a host that could not be loaded is loaded again by the next call, and stops', async () => {
  let tries = 0;
  const hosting = createLazyHosting(async () => {
    tries += 1;
    throw new Error(`File ${tries} is being replaced`);
  }, 'any');
  // No deployment is reached: the options are read first.
  const call = async () =>
    await hosting.call({
      deployment: { id: 'd', app_id: 'a', app_name: 'a', artifact_sha256: null, url: 'http://127.0.0.1:9/' },
      path: '/health',
      request: new Request('http://host/'),
      revisionId: null,
    });
  await expect(call()).rejects.toThrow('File 1 is being replaced');
  await expect(call()).rejects.toThrow('File 2 is being replaced');
  await hosting.stop();
  expect(tries).toBe(2);
});
