import { build } from 'esbuild';
import { describeBuildWarning } from '../../../../src/foundation/build-warning.ts';
import { expect, test } from 'vitest';
import { isBuildFailure } from '../../../../src/bundler/build/to-build-error.ts';
import { judgePackages } from '../../../../src/bundler/packages/judge-packages.ts';
import { tempProject } from '../../../helpers/temp-project.ts';

const NATIVE = {
  'node_modules/fast/package.json': '{"name":"fast","version":"1.0.0"}',
  'node_modules/fast/index.js': "module.exports = require('./fast.node');",
  'node_modules/fast/fast.node': '',
};

interface Rules {
  readonly external?: readonly string[];
  readonly bundled?: readonly string[];
  readonly platform?: string;
}

async function judge(files: Readonly<Record<string, string>>, { external = [], bundled = [], platform }: Rules = {}) {
  await using project = await tempProject(files);
  const rules = { external: external.map((name) => ({ name, scripts: false })), bundled };
  const refusal = platform === undefined ? null : { platform };
  const judged = judgePackages({ root: project.root, rules, ownFolders: [], refusal });
  try {
    const { metafile } = await build({
      absWorkingDir: project.root,
      entryPoints: { w: 'w.ts' },
      bundle: true,
      write: false,
      metafile: true,
      platform: 'node',
      logLevel: 'silent',
      plugins: [...judged.plugins],
    });
    const { packages, warnings } = await judged.finish(metafile);
    return { packages, warnings: warnings.map(describeBuildWarning) };
  } catch (error) {
    if (!isBuildFailure(error)) throw error;
    throw (await judged.explain(error.errors)) ?? error;
  }
}

test('native code through another package names both, and the line that imports the first', async () => {
  const files = {
    ...NATIVE,
    'w.ts': "const a = 1;\nimport x from 'store';\nconsole.log(a, x);",
    'node_modules/store/package.json': '{"name":"store"}',
    'node_modules/store/index.js': "module.exports = require('fast');",
  };

  await expect(judge(files)).rejects.toMatchObject({
    location: {
      sentence: 'The package fast runs native code, which cannot be part of a bundle. It is imported through store.',
      file: 'w.ts',
      line: 2,
      column: 15,
    },
    nextSteps: ['Name it in the project file: "external": ["fast"]', 'wf help deploying'],
  });
});

test('what a package can do without is left to it', async () => {
  const files = {
    ...NATIVE,
    'w.ts': "import x from 'store';\nconsole.log(x);",
    'node_modules/store/package.json': '{"name":"store","peerDependenciesMeta":{"fast":{"optional":true}}}',
    'node_modules/store/index.js': "try { module.exports = require('fast'); } catch { module.exports = 1; }",
  };

  expect(await judge(files)).toEqual({ packages: null, warnings: ['store runs without fast, which is native code'] });
});

test('a package that only looks native can be bundled all the same', async () => {
  const files = { ...NATIVE, 'w.ts': "import x from 'fast';\nconsole.log(x);" };

  expect(await judge(files, { bundled: ['fast'] })).toEqual({ packages: null, warnings: [] });
});

test('a platform without native code names another', async () => {
  const files = { ...NATIVE, 'w.ts': "import x from 'fast';\nconsole.log(x);" };

  await expect(judge(files, { platform: 'Workers' })).rejects.toMatchObject({
    location: { sentence: 'The package fast runs native code, which Workers do not run.' },
    nextSteps: ['wf build --target container', 'wf build --target node'],
  });
  await expect(judge(files, { external: ['fast'], platform: 'Workers' })).rejects.toMatchObject({
    code: 'WF_BUILD_FAILED',
    message: 'Workers do not run packages outside of the bundle, and "external" in the project file names fast.',
    nextSteps: ['wf build --target container', 'wf build --target node'],
  });
});

test('a build that fails inside of a native package names the package', async () => {
  const files = {
    'w.ts': "import x from 'fast';\nconsole.log(x);",
    'node_modules/fast/package.json': '{"name":"fast","gypfile":true}',
    'node_modules/fast/index.js': "module.exports = require('fast-linux');",
  };

  await expect(judge(files)).rejects.toMatchObject({
    location: {
      sentence: 'The package fast runs native code, which cannot be part of a bundle.',
      file: null,
    },
    details: { native: [{ name: 'fast', imported_through: ['fast'] }] },
  });
});

test('an external package that nothing imports is a warning', async () => {
  expect(await judge({ 'w.ts': 'console.log(1);' }, { external: ['fast'] })).toEqual({
    packages: null,
    warnings: ['"external" in the project file names fast, which the workflow does not import'],
  });
});

test('only an external package stays outside, and no other whose name or path is like its own', async () => {
  const [external, like] = [
    ['@s/e', 'a.b'],
    ['@s/ex', 'acb', 'x/a.b'],
  ];
  const locked = external.map((name) => [`node_modules/${name}`, { version: '1.0.0', integrity: 'sha512-QQ==' }]);
  const modules = ['@s/e/lib.js', 'a.b/index.js', ...like.map((name) => `${name}/index.js`)];
  const files = {
    ...Object.fromEntries(modules.map((module) => [`node_modules/${module}`, ''])),
    ...Object.fromEntries(external.map((name) => [`node_modules/${name}/package.json`, '{"version":"1.0.0"}'])),
    'a.b.ts': '',
    'package-lock.json': JSON.stringify({ packages: Object.fromEntries(locked) }),
    'w.ts': ['@s/e/lib.js', 'a.b', './a.b', ...like].map((name) => `import '${name}';`).join('\n'),
  };

  const { packages, warnings } = await judge(files, { external });
  expect([packages?.external, warnings]).toEqual([external, []]);
});

test('an external package with its parts stays outside, at the version that is installed', async () => {
  const integrity = 'sha512-QQ==';
  const files = {
    ...NATIVE,
    'node_modules/fast/part.js': '',
    'w.ts': "import x from 'fast';\nimport 'fast/part.js';\nconsole.log(x);",
    'package-lock.json': JSON.stringify({ packages: { 'node_modules/fast': { version: '1.0.0', integrity } } }),
  };

  expect(await judge(files, { external: ['fast'] })).toEqual({
    packages: {
      format: 1,
      external: ['fast'],
      scripts: [],
      packages: { 'node_modules/fast': { version: '1.0.0', integrity } },
    },
    warnings: [],
  });
});
