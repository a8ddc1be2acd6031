import type { PluginBuild } from 'esbuild';
import { expect, test } from 'vitest';
import { markExternal, nameIn } from '../../../../src/bundler/packages/mark-external.ts';

test.each([
  ['sharp', 'sharp'],
  ['sharp/lib/a.js', 'sharp'],
  ['@s/e', '@s/e'],
  ['@s/e/lib/a.js', '@s/e'],
])('%s names the package %s', (specifier, name) => {
  expect(nameIn(specifier)).toBe(name);
});

/** Returns the filter of the imports that the plugin looks at; `null`: of none. */
async function filterOf(...names: readonly string[]): Promise<RegExp | null> {
  let found: RegExp | null = null;
  const build: Pick<PluginBuild, 'onResolve'> = { onResolve: ({ filter }) => void (found = filter) };
  const { plugin } = markExternal(names.map((name) => ({ name, scripts: false })));
  await plugin.setup(build as PluginBuild); // Only this is used.
  return found;
}

test('only imports of external packages and of their parts are looked at', async () => {
  const filter = await filterOf('@s/e', 'a.b');
  const imports = ['@s/e', '@s/e/lib', 'a.b', 'a.b/c', '@s/ex', 'acb', 'x/a.b', './a.b', '@s'];
  expect(imports.filter((path) => filter?.test(path))).toEqual(['@s/e', '@s/e/lib', 'a.b', 'a.b/c']);
  expect(await filterOf()).toBeNull();
});
