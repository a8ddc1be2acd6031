import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { startHosting } from '../../../../helpers/start-hosting.ts';
import { processesOf } from '../../../../helpers/watch-process.ts';

describe('the cached file of a bundle', () => {
  test('is replaced when it is damaged', async () => {
    await using host = await startHosting({ limits: { idleMs: 1 } });
    const bundle = await host.deploy('probe.mjs');
    await host.call(bundle, '/health');
    await expect.poll(() => processesOf(host)).toEqual([]);
    await writeFile(join(host.dataDir, 'artifacts', `${bundle.artifact_sha256}.mjs`), 'throw new Error("half a fi');
    expect((await host.call(bundle, '/health')).status).toBe(200);
    expect(await readdir(join(host.dataDir, 'artifacts'))).toEqual([`${bundle.artifact_sha256}.mjs`]);
  });

  test('is refused when the stored bundle has another hash', async () => {
    await using host = await startHosting({ backend: { readArtifact: async () => new TextEncoder().encode('evil') } });
    const response = await host.call(await host.deploy('probe.mjs'), '/health');
    expect(response.status).toBe(502);
    expect((await response.json()).detail).toMatch(/damaged: its hash differs/);
  });

  test('names a bundle that is not stored', async () => {
    await using host = await startHosting({ backend: { readArtifact: async () => null } });
    const bundle = await host.deploy('probe.mjs');
    const response = await host.call(bundle, '/health');
    expect(await response.json()).toEqual({
      detail: `The bundle ${bundle.artifact_sha256} of this deployment is not stored.`,
    });
  });
});
