import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { parsePartsDocument } from '../../../../src/contract/deployments/bundle-parts.ts';
import { requireNoScripts } from '../../../../src/use-cases/develop/build-target.ts';
import { toArtifact } from '../../../../src/use-cases/develop/artifact/to-artifact.ts';
import { tempFolder } from '../../../helpers/temp-folder.ts';

const hashOf = (content: string | Uint8Array) => createHash('sha256').update(content).digest('hex');
const fileOf = (path: string, content: string) => {
  const bytes = new TextEncoder().encode(content);
  return { path, source: path, bytes, sha256: hashOf(bytes), size: bytes.length };
};
const CODE = { sha256: hashOf('code'), size: 4 };

test('code without files is stored alone', async () => {
  await using folder = await tempFolder();
  const code = folder.path('workflow.mjs');
  await writeFile(code, 'code');
  const { sha256, parts, packages } = toArtifact({ code, ...CODE, files: [], packages: null });
  expect({ sha256, packages, sizes: parts.map(({ size }) => size) }).toEqual({
    sha256: CODE.sha256,
    packages: null,
    sizes: [4],
  });
  expect(Buffer.from((await parts[0]?.read()) ?? []).toString()).toBe('code');
});

test('code with files is named by the list of them all, and equal files are stored once', async () => {
  const files = [fileOf('a.md', 'same'), fileOf('b/c.md', 'same'), fileOf('d.md', 'other')];
  const { sha256, parts } = toArtifact({ code: '/gone', ...CODE, files, packages: null });
  const bytes = await Promise.all(parts.slice(1).map((part) => part.read()));
  expect(parts.map((part) => part.sha256)).toEqual([CODE.sha256, hashOf('same'), hashOf('other'), sha256]);
  expect(parts.slice(1).map(({ size }) => size)).toEqual(bytes.map(({ length }) => length));
  expect(bytes.slice(0, 2).map((one) => Buffer.from(one).toString())).toEqual(['same', 'other']);
  expect(hashOf(bytes[2] as Uint8Array)).toBe(sha256);
  expect(parsePartsDocument(bytes[2] as Uint8Array)).toEqual([
    { path: 'files/a.md', sha256: hashOf('same'), size: 4 },
    { path: 'files/b/c.md', sha256: hashOf('same'), size: 4 },
    { path: 'files/d.md', sha256: hashOf('other'), size: 5 },
    { path: 'workflow.mjs', ...CODE },
  ]);
});

test('code with packages has their list', async () => {
  const packages = { external: ['sharp'], scripts: [], packages: {} } as never;
  const artifact = toArtifact({ code: '/gone', ...CODE, files: [], packages });
  expect(artifact.packages).toBe(packages);
  const last = (await artifact.parts.at(-1)?.read()) as Uint8Array;
  expect(parsePartsDocument(last)?.map(({ path }) => path)).toEqual(['packages.json', 'workflow.mjs']);
  expect(artifact.parts).toHaveLength(3);
});

describe('install scripts', () => {
  const { platform, arch } = process;
  const HERE = { os: platform, cpu: arch } as never;
  const ELSEWHERE = { os: 'plan9', cpu: 'sparc' } as never;

  test('an install script may run where its result is used, and packages without one anywhere', () => {
    expect(() => requireNoScripts({ scripts: ['sharp'] }, HERE)).not.toThrow();
    expect(() => requireNoScripts({ scripts: [] }, ELSEWHERE)).not.toThrow();
  });

  test.each([
    ['plan9 sparc', ELSEWHERE],
    [`plan9 ${arch}`, { os: 'plan9', cpu: arch } as never],
    [`${platform} sparc`, { os: platform, cpu: 'sparc' } as never],
  ])('an install script is refused for %s', (named, target) => {
    expect(() => requireNoScripts({ scripts: ['sharp', 'canvas'] }, target)).toThrow(
      expect.objectContaining({
        code: 'WF_BUILD_FAILED',
        message: `The install script of sharp builds for this machine (${platform} ${arch}), and the target runs on ${named}.`,
        nextSteps: [`Build on ${named}, for example in a container`],
      }),
    );
  });
});
