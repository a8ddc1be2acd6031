import { build } from 'esbuild';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import {
  loaderOf,
  PLACE_NAMES,
  placeBanner,
  placeModules,
  toUrlPath,
  USES_PLACE,
  USES_PLACE_NAME,
} from '../../../../src/bundler/carry/module-urls.ts';
import { tempProject, type TempProject } from '../../../helpers/temp-project.ts';

test.each([
  ['src/a b/é#?.ts', 'src/a%20b/%C3%A9%23%3F.ts'],
  ['a.ts', 'a.ts'],
  ['', ''],
])('%j is %j in a URL', (path, url) => {
  expect(toUrlPath(path)).toBe(url);
});

test.each([
  ['a.ts', 'ts'],
  ['a.mts', 'ts'],
  ['a.cts', 'ts'],
  ['a.tsx', 'tsx'],
  ['a.jsx', 'jsx'],
  ['a.js', 'js'],
  ['a.mjs', 'js'],
  ['a.cjs', 'js'],
  ['a', 'js'],
])('%s is parsed as %s', (file, loader) => {
  expect(loaderOf(file)).toBe(loader);
});

test.each([
  ['new URL("./x", import.meta.url)', true],
  ['import.meta.dirname', true],
  ['import.meta.filename', true],
  ['join(__dirname, "x")', true],
  ['__filename', true],
  ['import.meta.env', false],
  ['import.meta.urls', false],
  ['my__dirname', false],
])('%s uses the place: %s', (code, uses) => {
  expect(USES_PLACE.test(code)).toBe(uses);
});

test.each<[string, boolean]>([
  ...Object.values(PLACE_NAMES).map((name) => [`x(${name})`, true] as [string, boolean]),
  ['__wfFile("a")', true],
  ['__wfFiles', false],
  ['__wfPath("a")', false],
])('%s in output uses the place: %s', (code, uses) => {
  expect(USES_PLACE_NAME.test(code)).toBe(uses);
});

/** Runs modules as a bundle does, and returns what they know of their places. */
async function placesOf(at: TempProject, entry: string, outfile: string, modules: readonly string[]) {
  await build({
    entryPoints: [at.path(entry)],
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    define: PLACE_NAMES,
    banner: { js: placeBanner(false) },
    plugins: [
      placeModules(
        at.root,
        modules.map((module) => at.path(module)),
      ),
    ],
  });
  return ((await import(pathToFileURL(outfile).href)) as { places: unknown }).places;
}

const PLACES = 'export const places = [import.meta.url, import.meta.filename, import.meta.dirname];';

test('a module knows its own place below the carried files', async () => {
  await using at = await tempProject({ 'src/a b.ts': PLACES });
  const files = at.path('out/files');
  expect(await placesOf(at, 'src/a b.ts', at.path('out/workflow.mjs'), ['src/a b.ts'])).toEqual([
    `${pathToFileURL(files).href}/src/a%20b.ts`,
    `${files}/src/a b.ts`,
    `${files}/src`,
  ]);
});

test('any other module knows the place of the bundle', async () => {
  await using at = await tempProject({ 'top.ts': PLACES });
  const outfile = at.path('out/other.mjs');
  expect(await placesOf(at, 'top.ts', outfile, [])).toEqual([pathToFileURL(outfile).href, outfile, at.path('out')]);
});
