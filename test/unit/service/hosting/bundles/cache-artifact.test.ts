import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { toPartsDocument } from '../../../../../src/contract/deployments/bundle-parts.ts';
import { cacheArtifact } from '../../../../../src/service/hosting/bundles/cache-artifact.ts';
import { startHosting } from '../../../../helpers/start-hosting.ts';
import { tempFolder } from '../../../../helpers/temp-folder.ts';
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

describe('the files of a bundle', () => {
  const bytesOf = (text: string) => new TextEncoder().encode(text);
  const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

  /** Stores texts, and notes which are read. */
  function createStored(...texts: readonly (string | Uint8Array)[]) {
    const stored = new Map(
      texts.map((text) => (typeof text === 'string' ? bytesOf(text) : text)).map((bytes) => [hashOf(bytes), bytes]),
    );
    const read: string[] = [];
    const readArtifact = async (sha256: string) => {
      read.push(sha256);
      return await Promise.resolve(stored.get(sha256) ?? null);
    };
    return { hashes: [...stored.keys()], read, readArtifact };
  }

  const listOf = (files: Readonly<Record<string, string>>) =>
    toPartsDocument(
      Object.entries(files).map(([path, text]) => ({
        path,
        sha256: hashOf(bytesOf(text)),
        size: bytesOf(text).length,
      })),
    );

  test('are its code alone, which only the service can read', async () => {
    await using temp = await tempFolder();
    const folder = temp.path('artifacts');
    const { hashes, read, readArtifact } = createStored('export {};');
    const [sha256 = ''] = hashes;
    const cached = { code: join(folder, `${sha256}.mjs`), folder: null, packages: null };
    expect(await cacheArtifact({ folder, sha256, readArtifact })).toEqual(cached);
    expect(await cacheArtifact({ folder, sha256, readArtifact })).toEqual(cached);
    expect([await readdir(folder), await readFile(cached.code, 'utf8'), read]).toEqual([
      [`${sha256}.mjs`],
      'export {};',
      [sha256],
    ]);
    expect([(await stat(folder)).mode & 0o777, (await stat(cached.code)).mode & 0o777]).toEqual([0o700, 0o600]);
  });

  test.each([
    [{ 'workflow.mjs': 'code', 'data/a.txt': 'a' }, null],
    [{ 'workflow.mjs': 'code', 'packages.json': '{}' }, 'packages.json'],
  ])('are its parts: %j', async (files, packages) => {
    await using temp = await tempFolder();
    const folder = temp.path('artifacts');
    const list = listOf(files);
    const { read, readArtifact } = createStored(list, ...Object.values(files));
    const sha256 = hashOf(list);
    const own = join(folder, sha256);
    const cached = {
      code: join(own, 'workflow.mjs'),
      folder: own,
      packages: packages === null ? null : join(own, packages),
    };
    expect(await cacheArtifact({ folder, sha256, readArtifact })).toEqual(cached);
    for (const [path, text] of Object.entries(files)) expect(await readFile(join(own, path), 'utf8')).toBe(text);
    expect((await readdir(folder)).toSorted()).toEqual([sha256, `${sha256}.json`]);
    await writeFile(cached.code, 'cut o');
    const before = read.length;
    expect(await cacheArtifact({ folder, sha256, readArtifact })).toEqual(cached);
    expect([read.slice(before), await readFile(cached.code, 'utf8')]).toEqual([[hashOf(bytesOf('code'))], 'code']);
  });

  test('are refused when they are not stored, damaged, or not listed', async () => {
    await using temp = await tempFolder();
    const folder = temp.path('artifacts');
    const broken = bytesOf('{"wf":"parts",');
    const sha256 = hashOf(broken);
    const refusalOf = async (stored: Uint8Array | null) =>
      await cacheArtifact({ folder, sha256, readArtifact: () => Promise.resolve(stored) }).catch(
        (error: unknown) => error,
      );
    expect([await refusalOf(null), await refusalOf(bytesOf('evil')), await refusalOf(broken)]).toMatchObject([
      { status: 502, message: `The bundle ${sha256} of this deployment is not stored.` },
      { status: 502, message: `The stored bundle ${sha256} is damaged: its hash differs.` },
      { status: 502, message: `The stored bundle ${sha256} is damaged: its list of parts is invalid.` },
    ]);
  });

  test('fail with the error of the file system', async () => {
    await using temp = await tempFolder();
    await mkdir(temp.path('abc.mjs'));
    const readArtifact = () => Promise.resolve(null);
    await expect(cacheArtifact({ folder: temp.root, sha256: 'abc', readArtifact })).rejects.toThrow('EISDIR');
  });
});
