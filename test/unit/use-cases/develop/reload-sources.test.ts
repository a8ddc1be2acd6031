import { readFile, readdir, writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { createSourceHosting } from '../../../../src/service/hosting/sources/create-source-hosting.ts';
import { createSourceReloader, type SourceChanges } from '../../../../src/use-cases/develop/reload-sources.ts';
import { sourceFolders } from '../../../../src/use-cases/develop/source-folders.ts';
import { packagePaths } from '../../../../src/use-cases/package-paths.ts';
import { linkPackages, tempProject } from '../../../helpers/temp-project.ts';

const NOTHING: SourceChanges = { project: false, dependencies: false, evaluators: null };
const answering = (text: string, packages = '') =>
  `${packages}import { route } from 'wfkit';\nexport const only = route('/${text}', {}, () => '${text}');\n`;

/** A project whose entry may be changed, its reloader, and the process that serves it. */
async function openReloader(stack: AsyncDisposableStack) {
  const project = stack.use(
    await tempProject({
      'src/a.ts': answering('a'),
      'src/b.ts': answering('b', `import { string } from 'zod';\nexport const used = string;\n`),
    }),
  );
  await linkPackages(project.root, ['zod', 'fastest-levenshtein']);
  const dataDir = project.path('.wf');
  const settings = {
    root: project.root,
    entry: 'src/a.ts',
    app: 'x',
    base: 'main',
    variant: 'default',
    files: [],
    packages: { external: [], bundled: [] },
    dataDir,
  };
  const hosting = stack.use(
    createSourceHosting({
      hostScript: packagePaths().sourceHostScript,
      preload: sourceFolders(dataDir).preload,
      name: () => 'x',
      permissions: () => ({ readable: ['*'], hasNativeCode: false, isOnlyWatched: false }),
      readVariables: async () => ({}),
      resolveConfiguration: async () => ({}),
      onOutput: () => undefined,
    }),
  );
  const files: (readonly string[])[] = [];
  const reloader = stack.use(
    createSourceReloader({
      hosting,
      loadProject: async () => ({ ...settings }),
      onFiles: (changed) => void files.push(changed),
    }),
  );
  const call = async (path: string): Promise<unknown> =>
    await (
      await hosting.call(
        `/run${path}`,
        new Request('http://x/', { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } }),
      )
    ).json();
  return { project, settings, reloader, files, call };
}

test('a change of the project file opens its new entry, and other changes keep the old one', async () => {
  await using stack = new AsyncDisposableStack();
  const { project, settings, reloader, files, call } = await openReloader(stack);
  expect(reloader.loaded).toBeNull();
  const first = await reloader.reload(NOTHING);
  expect(first.routes.map(({ path }) => path)).toEqual(['/a']);
  expect(await call('/a')).toMatchObject({ data: 'a' });

  settings.entry = 'src/b.ts';
  expect(await reloader.reload(NOTHING)).toBe(first);
  const second = await reloader.reload({ ...NOTHING, project: true });
  expect(second.routes.map(({ path }) => path)).toEqual(['/b']);
  expect(reloader.loaded).toBe(second);
  expect(await call('/b')).toMatchObject({ data: 'b' });
  expect(files.map((paths) => paths.map((path) => path.slice(project.root.length + 1)))).toEqual([
    ['src/a.ts'],
    ['src/a.ts'],
    ['src/b.ts'],
  ]);
  const preload = await readFile(sourceFolders(settings.dataDir).preload, 'utf8');
  expect(preload).toContain('import("zod")');
  const versions = await readdir(sourceFolders(settings.dataDir).versions);
  expect(versions.filter((name) => /^\d+$/.test(name))).toEqual(['2']);
});

test('changed dependencies load the same code again', async () => {
  await using stack = new AsyncDisposableStack();
  const { reloader } = await openReloader(stack);
  const first = await reloader.reload(NOTHING);
  expect(await reloader.reload(NOTHING)).toBe(first);
  const again = await reloader.reload({ ...NOTHING, dependencies: true });
  expect(again).not.toBe(first);
  expect(again.routes).toEqual(first.routes);
});

test('sources that do not load leave the previous ones in place', async () => {
  await using stack = new AsyncDisposableStack();
  const { project, reloader, call } = await openReloader(stack);
  const first = await reloader.reload(NOTHING);
  await writeFile(project.path('src/a.ts'), 'throw new Error("broken");');
  await expect(reloader.reload(NOTHING)).rejects.toThrow('broken');
  expect(reloader.loaded).toBe(first);
  expect(await call('/a')).toMatchObject({ data: 'a' });
});
