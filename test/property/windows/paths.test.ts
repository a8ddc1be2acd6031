import { win32 } from 'node:path';
import { pathToFileURL } from 'node:url';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { entrySpecifier } from '../../../src/bundler/build/bundle-options.ts';
import { projectSourceMapComment } from '../../../src/bundler/bundle/bundle-workflow.ts';
import { isInside } from '../../../src/bundler/files/package-folder.ts';
import { findAuthorPosition, PROJECT_SCHEME } from '../../../src/bundler/source-map/find-author-position.ts';
import { configFolder, userDataFolder } from '../../../src/project/machine.ts';
import { pipePath } from '../../../src/service/hosting/processes/create-socket-folder.ts';
import { followChanges } from '../../../src/use-cases/develop/follow-changes.ts';
import type { SourceChanges } from '../../../src/use-cases/develop/reload-sources.ts';

/** Names that Windows allows, with characters that are special in paths, URLs or patterns. */
const name = fc
  .stringMatching(/^[\w#%+()[\]{}$ äß東-]{0,8}[\w#%+()[\]{}$äß東-]$/)
  .filter((text) => text.trim() === text);
const names = fc.array(name, { minLength: 1, maxLength: 4 });
const start = fc.constantFrom('C:\\', 'd:\\', '\\\\server\\share\\');
const folder = fc.tuple(start, names).map(([root, parts]) => win32.join(root, ...parts));
/** A file of the author's: not of a package, and not what was built. */
const source = fc
  .tuple(names, fc.constantFrom('.ts', '.mjs', '.tsx'))
  .map(([parts, extension]) => [...parts.slice(0, -1), `${parts.at(-1)}${extension}`])
  .filter((parts) => parts.every((part) => !['node_modules', '.wf', 'workflow.mjs'].includes(part)));

test('paths in a folder are distinguished from paths next to it, on another drive or on a share', () => {
  fc.assert(
    fc.property(folder, names, name, (root, parts, other) => {
      expect(isInside(root, win32.join(root, ...parts))).toBe(true);
      expect(isInside(root, `${root}${other}`)).toBe(false);
      expect(isInside(root, win32.join('Z:\\', ...parts))).toBe(false);
      expect(isInside(root, win32.dirname(root))).toBe(false);
    }),
  );
});

test('an entry is imported with slashes, however it is written', () => {
  fc.assert(
    fc.property(source, (parts) => {
      const specifier = `./${parts.join('/')}`;
      expect(entrySpecifier(parts.join('\\'))).toBe(specifier);
      expect(entrySpecifier(parts.join('/'))).toBe(specifier);
      expect(entrySpecifier(specifier)).toBe(specifier);
    }),
  );
});

test('a frame of the author is found by URL, path or relative path', () => {
  fc.assert(
    fc.property(folder, source, (root, parts) => {
      const file = win32.join(root, ...parts);
      const written = [pathToFileURL(file).href, file, `${PROJECT_SCHEME}${parts.join('/')}`];
      for (const place of written) {
        const stack = `Error: no\n    at run (node:internal/x:1:2)\n    at async answer (${place}:7:3)`;
        expect(findAuthorPosition(stack, root)).toEqual({ file: parts.join('/'), line: 7, column: 3 });
      }
      const foreign = pathToFileURL(win32.join(root, 'node_modules', ...parts)).href;
      expect(findAuthorPosition(`Error: no\n    at ${foreign}:7:3`, root)).toBeUndefined();
      expect(findAuthorPosition(`Error: no\n    at ${win32.join('Z:\\', ...parts)}:7:3`, root)).toBeUndefined();
    }),
  );
});

test('the inline source map contains only files of the project, with slashes', () => {
  fc.assert(
    fc.property(folder, source, (root, parts) => {
      const outDir = win32.join(root, '.wf', 'build');
      // esbuild always writes slashes, and an absolute path if there is no relative one.
      const sources = [`../../${parts.join('/')}`, `Z:/${parts.join('/')}`, `../../node_modules/${parts.join('/')}`];
      const map = Buffer.from(JSON.stringify({ version: 3, sources, names: [], mappings: 'AAAA,CCAA,CCAA' }));
      const comment = projectSourceMapComment({ map, root, outDir, stub: 'stub.js' });
      const written = Buffer.from(comment.split('base64,')[1] ?? '', 'base64').toString();
      expect(JSON.parse(written)).toMatchObject({ sources: [`${PROJECT_SCHEME}${parts.join('/')}`] });
    }),
  );
});

test('settings and data are in the folders that Windows defines, or their defaults', () => {
  fc.assert(
    fc.property(folder, folder, folder, (home, roaming, local) => {
      const named = { env: { APPDATA: roaming, LOCALAPPDATA: local }, platform: 'win32', home } as const;
      expect([configFolder(named), userDataFolder(named)]).toEqual([`${roaming}\\wf`, `${local}\\wf`]);
      const bare = { env: { APPDATA: 'AppData' }, platform: 'win32', home } as const;
      const [config, data] = [`${home}\\AppData\\Roaming\\wf`, `${home}\\AppData\\Local\\wf`];
      expect([configFolder(bare), userDataFolder(bare)]).toEqual([config, data]);
    }),
  );
});

test('a change concerns the project file, the environment or the sources', async () => {
  const cases: readonly [string, SourceChanges][] = [
    ['wf.config.ts', { project: true, dependencies: false, evaluators: null }],
    ['.env', { project: false, dependencies: true, evaluators: null }],
    ['src\\workflow.ts', { project: false, dependencies: false, evaluators: null }],
    ['evaluators\\short.ts', { project: false, dependencies: false, evaluators: 'evaluators/short.ts' }],
    ['evaluators\\short.test.ts', { project: false, dependencies: false, evaluators: null }],
    ['src\\.env', { project: false, dependencies: false, evaluators: null }],
  ];
  await fc.assert(
    fc.asyncProperty(folder, fc.constantFrom(...cases), async (root, [path, expected]) => {
      const { promise, resolve } = Promise.withResolvers<SourceChanges>();
      const reloads = { isBroken: false, reload: async (changes: SourceChanges) => resolve(changes) };
      await using changes = followChanges({ root, reloads });
      changes.note(win32.join(root, path));
      expect(await promise).toEqual(expected);
    }),
    { numRuns: 20 },
  );
});

test('processes are called over named pipes, which are in no folder', () => {
  expect(pipePath('1f')).toBe(String.raw`\\.\pipe\wf-1f`);
});
