import { expect, test } from 'vitest';
import { createArtifactStorage } from '../../../../src/service/hosting/artifacts/artifact-storage.ts';
import type { HostingBackend } from '../../../../src/service/hosting/hosting.ts';
import { createEchoHosting } from '../../../helpers/echo-hosting.ts';
import { BUNDLE, BUNDLE_SHA256, createWorld } from '../../../helpers/service-world.ts';
import { startS3Server } from '../../../helpers/start-s3-server.ts';
import { startService } from '../../../helpers/start-service.ts';

test('hosting fetches a bundle from the bucket', async () => {
  await using s3 = await startS3Server();
  using artifacts = createArtifactStorage(s3.address, s3.env);
  let backend: HostingBackend | null = null;
  const createHosting = (given: HostingBackend) => {
    backend = given;
    return createEchoHosting([]);
  };
  await using running = await startService({ artifacts, createHosting });
  await createWorld(running);
  expect(await (backend as HostingBackend | null)?.readArtifact(BUNDLE_SHA256)).toEqual(BUNDLE);
});
