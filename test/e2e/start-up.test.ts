import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { runWf } from '../helpers/run-wf.ts';
import { startHttpServer } from '../helpers/start-http-server.ts';

/** Prints, at the end of the process, every module of Node's own and every file that was loaded. */
const LIST_LOADED = `data:text/javascript,${encodeURIComponent(`
  const { registerHooks } = process.getBuiltinModule('module');
  const { writeSync } = process.getBuiltinModule('fs');
  const files = [];
  registerHooks({ load: (url, context, next) => (files.push(url), next(url, context)) });
  process.on('exit', () => writeSync(2, JSON.stringify({ files, builtins: process.moduleLoadList })));
`)}`;

interface Loaded {
  readonly files: string[];
  readonly builtins: string[];
}

/** What the build put into each file: written beside the build by bin/build.ts. */
const contents = JSON.parse(readFileSync('node_modules/.cache/wf-build.json', 'utf8')) as Record<string, string[]>;

async function loadedBy(...args: string[]): Promise<Loaded & { packages: string[] }> {
  const { stderr, exitCode } = await runWf(args, { nodeArgs: ['--import', LIST_LOADED] });
  expect(exitCode).toBe(0);
  const loaded = JSON.parse(stderr) as Loaded;
  const own = loaded.files.flatMap((url) => /\/(dist\/.*)$/.exec(url)?.[1] ?? []);
  expect(own.length).toBeGreaterThan(0);
  return { ...loaded, packages: [...new Set(own.flatMap((file) => contents[file] ?? [`unknown ${file}`]))].toSorted() };
}

test('--version and --help load no package and no stream', async () => {
  for (const flag of ['--version', '--help']) {
    const { packages, builtins } = await loadedBy(flag);
    expect(packages).toEqual([]);
    expect(builtins.filter((name) => /undici|NativeModule (net|http|stream|crypto)$/.test(name))).toEqual([]);
  }
});

test('a list command loads what a request needs, and nothing that draws or stores', async () => {
  const app = { app_id: '01980000-0000-7000-8000-000000000001', app_name: 'support' };
  await using server = await startHttpServer((request, response) => {
    response
      .setHeader('content-type', 'application/json')
      .end(request.url?.includes('variants') ? '[]' : JSON.stringify([app]));
  });
  const { packages, builtins, files } = await loadedBy(
    'variants',
    'list',
    '--json',
    '--app',
    'support',
    '--base-url',
    server.url,
  );
  // Few and small, and asleep in the one file: what measures text and what finds near names. Not even zod.
  const known = ['ansi-regex', 'fastest-levenshtein', 'get-east-asian-width', 'string-width', 'strip-ansi'];
  expect(packages.filter((name) => !known.includes(name))).toEqual([]);
  expect(files.filter((url) => url.includes('/dist/'))).toHaveLength(2);
  expect(builtins.filter((name) => /undici|webstreams|sqlite|worker_threads|child_process/.test(name))).toEqual([]);
});

test('the licence of every package inside is published', () => {
  const licences = readFileSync('dist/THIRD-PARTY-LICENCES.txt', 'utf8');
  const packages = [...new Set(Object.values(contents).flat())];
  expect(packages).toContain('ink');
  expect(packages.filter((name) => !licences.includes(`\n${name} `) && !licences.startsWith(`${name} `))).toEqual([]);
});
