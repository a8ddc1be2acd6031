import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { toPartsDocument } from '../../../../src/contract/deployments/bundle-parts.ts';
import { createArtifactStorage } from '../../../../src/service/hosting/artifacts/artifact-storage.ts';
import { cacheArtifact } from '../../../../src/service/hosting/bundles/cache-artifact.ts';
import type { HostingBackend } from '../../../../src/service/hosting/hosting.ts';
import { parsePackagesRule, requireAllowed } from '../../../../src/service/hosting/packages/packages-rule.ts';
import { requireDependencies } from '../../../../src/service/hosting/packages/open-bundle-packages.ts';
import { createEchoHosting } from '../../../helpers/echo-hosting.ts';
import { BUNDLE, BUNDLE_SHA256, createWorld } from '../../../helpers/service-world.ts';
import { startS3Server } from '../../../helpers/start-s3-server.ts';
import { startService } from '../../../helpers/start-service.ts';
import { tempFolder } from '../../../helpers/temp-folder.ts';
import { tempProject } from '../../../helpers/temp-project.ts';

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

  test('are its code alone, which only the service can read, and are replaced when damaged', async () => {
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
    await writeFile(cached.code, 'export {');
    expect(await cacheArtifact({ folder, sha256, readArtifact })).toEqual(cached);
    expect([await readdir(folder), await readFile(cached.code, 'utf8')]).toEqual([[`${sha256}.mjs`], 'export {};']);
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

  test('replace links in their place, and are written nowhere else', async () => {
    await using temp = await tempFolder();
    const [folder, victim] = [temp.path('artifacts'), temp.path('victim')];
    const files = { 'workflow.mjs': 'code', 'data/deep/a.txt': 'a' };
    const list = listOf(files);
    const { readArtifact } = createStored(list, ...Object.values(files));
    const sha256 = hashOf(list);
    for (const place of ['', '/data', '/data/deep', '/workflow.mjs']) {
      await rm(folder, { recursive: true, force: true });
      await mkdir(victim, { recursive: true });
      await mkdir(join(folder, sha256, dirname(place)), { recursive: true });
      await rm(join(folder, sha256, place), { recursive: true, force: true });
      await symlink(victim, join(folder, `${sha256}${place}`));
      await cacheArtifact({ folder, sha256, readArtifact });
      expect([place, await readdir(victim)]).toEqual([place, []]);
      for (const [path, text] of Object.entries(files))
        expect(await readFile(join(folder, sha256, path), 'utf8')).toBe(text);
    }
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
});

const list = (external: string[], scripts: string[] = []) => ({ format: 1 as const, external, scripts, packages: {} });

test.each([
  ['sharp', list(['sharp'])],
  ['sharp, @x/y:scripts', list(['@x/y', 'sharp'], ['@x/y'])],
  // The only user of a service.
  ['any', list(['a'], ['a'])],
])('%s allows %o', (rule, packages) => {
  expect(requireAllowed(packages, rule === 'any' ? 'any' : parsePackagesRule(rule))).toBeUndefined();
});

test.each([
  [null, list(['sharp']), 'the packages sharp', 'sharp'],
  ['a', list(['b'], ['b']), 'the packages b', 'a,b:scripts'],
  ['a,b', list(['a'], ['a']), 'install scripts of a', 'b,a:scripts'],
  ['a:scripts', list(['b', 'c'], ['c']), 'the packages b, c', 'a:scripts,b,c:scripts'],
  ['a,b', list(['a', 'b'], ['a', 'b']), 'install scripts of a, b', 'a:scripts,b:scripts'],
])('%s refuses %o, and says what would allow them', (rule, packages, what, allowed) => {
  const msg = `This service does not run ${what}, which the bundle imports. An operator can allow it: wf serve --native-packages ${allowed}`;
  expect(() => requireAllowed(packages, parsePackagesRule(rule))).toThrow(
    expect.objectContaining({
      code: 'WF_INVALID_INPUT',
      message: msg,
      details: [{ loc: ['body', 'artifact_sha256'], msg, type: 'packages_not_allowed' }],
    }),
  );
});

test.each(['', 'a,', '../a', 'a@1', 'a:script', 'https://x.example/a.tgz'])('%j names no packages', (text) => {
  expect(() => parsePackagesRule(text)).toThrow('is not the name of a package');
});

const FILES = {
  'node_modules/a/package.json': '{"dependencies":{"b":"1"},"optionalDependencies":{"a-win32-x64":"1"}}',
  'node_modules/a/node_modules/b/package.json': '{"peerDependencies":{"c":"1"}}',
  'node_modules/c/package.json': '{}',
};
const toList = (paths: readonly string[]) => ({
  format: 1 as const,
  external: ['a'],
  scripts: [],
  packages: Object.fromEntries(paths.map((path) => [path, { version: '1.0.0', integrity: 'sha512-QQ==' }])),
});
const ALLOWED = [{ name: 'a', scripts: false }];
const PATHS = ['node_modules/a', 'node_modules/a/node_modules/b', 'node_modules/c', 'node_modules/a-win32-x64'];

test('what allowed packages depend on is allowed, by their own manifests', async () => {
  await using project = await tempProject(FILES);

  expect(await requireDependencies(project.root, toList(PATHS), ALLOWED)).toBeUndefined();
});

test('a package that the list adds is refused', async () => {
  const evil = {
    'node_modules/evil/package.json': '{}',
    'node_modules/worse/package.json': '{"dependencies":{"evil":"1"}}',
  };
  await using project = await tempProject({ ...FILES, ...evil });
  const list = toList([...PATHS, 'node_modules/evil', 'node_modules/worse']);

  await expect(requireDependencies(project.root, list, ALLOWED)).rejects.toMatchObject({
    status: 502,
    message: 'The bundle brings the package evil, which no allowed package depends on.',
  });
  expect(await requireDependencies(project.root, list, 'any')).toBeUndefined();
});

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
