import { readdirSync, readFileSync, statSync } from 'node:fs';
import { expect, test } from 'vitest';
import { runWf, type WfOptions } from '../helpers/run-wf.ts';
import { startHttpServer } from '../helpers/start-http-server.ts';
import { tempFolder } from '../helpers/temp-folder.ts';

/** Prints at exit every loaded module of Node and every loaded code file. */
const LIST_LOADED = `data:text/javascript,${encodeURIComponent(`
  const { registerHooks } = process.getBuiltinModule('module');
  const vm = process.getBuiltinModule('vm');
  const { writeSync } = process.getBuiltinModule('fs');
  const files = [];
  registerHooks({ load: (url, context, next) => (files.push(url), next(url, context)) });
  vm.Script = class extends vm.Script {
    constructor(source, options) {
      super(source, options);
      files.push(options.filename);
    }
  };
  process.on('exit', () => writeSync(2, JSON.stringify({ files, builtins: process.moduleLoadList })));
`)}`;

/**
 * Budget of a list with `--json`: bytes to read and compile, and Node's own modules. The benchmark of the start-up counts
 * instructions. Explain any increase here: all light commands are in one file, which costs 2 % more instructions than a
 * file per topic but saves 8 MB on disk. Filtering lists, also where the service cannot, raised the bytes from 1,000,000,
 * and completion, which needs no other file now, from 1,050,000. zod checks answers and undici's public entry sends requests
 * since 2026-11-26: from 1,060,000 (docs/decisions/2026-11-26-start-up-by-documented-means.md).
 */
const BUDGET = { bytes: 1_470_000, builtins: 185 };

interface Loaded {
  readonly files: string[];
  readonly builtins: string[];
}

/** Contents of each built file, as bin/build.ts lists them. */
const contents = JSON.parse(readFileSync('node_modules/.cache/wf-build.json', 'utf8')) as Record<string, string[]>;

async function loadedBy(options: WfOptions, ...args: string[]): Promise<Loaded & { packages: string[] }> {
  const { stderr, exitCode } = await runWf(args, { ...options, nodeArgs: ['--import', LIST_LOADED] });
  expect(exitCode).toBe(0);
  const loaded = JSON.parse(stderr) as Loaded;
  const own = loaded.files.flatMap((url) => /\/(dist\/.*)$/.exec(url)?.[1] ?? []);
  expect(own.length).toBeGreaterThan(0);
  return { ...loaded, packages: [...new Set(own.flatMap((file) => contents[file] ?? [`unknown ${file}`]))].toSorted() };
}

test('--version and --help load nothing but a small package that suggests names', async () => {
  for (const flag of ['--version', '--help']) {
    const { packages, builtins } = await loadedBy({}, flag);
    expect(packages).toEqual(['fastest-levenshtein']);
    expect(builtins.filter((name) => /undici|NativeModule (net|http|stream|crypto)$/.test(name))).toEqual([]);
  }
});

/** Answers every list as empty, except for one app. */
async function serveLists() {
  const app = { app_id: '01980000-0000-7000-8000-000000000001', app_name: 'support' };
  return await startHttpServer((request, response) => {
    const isApps = request.url?.split('?')[0] === '/apps';
    response.setHeader('content-type', 'application/json').end(isApps ? JSON.stringify([app]) : '[]');
  });
}

/** oclif's command, parser and errors, with their imports. */
const OF_OCLIF = new Set([
  '@oclif/core',
  'ansi-escapes',
  'ansi-regex',
  'ansi-styles',
  'ansis',
  'balanced-match',
  'brace-expansion',
  'clean-stack',
  'cli-spinners',
  'color-convert',
  'color-name',
  'debug',
  'ejs',
  'emoji-regex',
  'escape-string-regexp',
  'fdir',
  'get-package-type',
  'has-flag',
  'indent-string',
  'is-docker',
  'is-fullwidth-code-point',
  'is-inside-container',
  'is-wsl',
  'lilconfig',
  'minimatch',
  'ms',
  'picomatch',
  'powershell-utils',
  'supports-color',
  'tinyglobby',
  'widest-line',
  'wordwrap',
  'wrap-ansi',
  'wsl-utils',
]);

/** Commands that only request a list, so that no other work can grow unnoticed. */
const LISTS = ['apps list', 'variants list', 'eval list'];

test.each(LISTS)('wf %s --json loads what a request needs, but no drawing or database code', async (words) => {
  await using server = await serveLists();
  const app = /^(apps|testsets|keys)/.test(words) ? [] : ['--app', 'support'];
  const { packages, builtins, files } = await loadedBy(
    {},
    ...words.split(' '),
    '--json',
    ...app,
    '--base-url',
    server.url,
  );
  // Few and small, and in the one file: measuring text, suggesting names, checking the answer.
  const known = [
    'eventsource-parser',
    'fastest-levenshtein',
    'get-east-asian-width',
    'p-map',
    'string-width',
    'strip-ansi',
    'undici',
    'zod',
  ];
  expect(packages).toContain('@oclif/core');
  expect(packages.filter((name) => !known.includes(name) && !OF_OCLIF.has(name))).toEqual([]);
  const own = files.filter((url) => url.includes('/dist/'));
  expect(own).toHaveLength(2);
  expect(own.reduce((sum, url) => sum + statSync(new URL(url)).size, 0)).toBeLessThan(BUDGET.bytes);
  expect(builtins.length).toBeLessThan(BUDGET.builtins);
  expect(builtins.filter((name) => /undici|webstreams|sqlite|worker_threads|child_process/.test(name))).toEqual([]);
});

test('a press of Tab with cached names loads no record of the service', async () => {
  await using folder = await tempFolder();
  await using server = await serveLists();
  const words = ['autocomplete', 'bash', '--', 'variants', 'show', ''];
  const env = { XDG_CONFIG_HOME: folder.root, WF_BASE_URL: server.url, WF_APP: 'support' };
  expect(await runWf(words, { env })).toMatchObject({ exitCode: 0 });
  const { packages, files } = await loadedBy({ env }, ...words);
  expect(packages).not.toContain('kysely');
  expect(files.filter((url) => url.includes('/dist/heavy/'))).toEqual([]);
});

/** A built file that is loaded on demand, with its imports. */
function openedWith(name: string): string[] {
  const opened = new Set([name]);
  for (const file of opened) {
    const code = readFileSync(`dist/heavy/${file}`, 'utf8');
    for (const [, imported = ''] of code.matchAll(/(?:from|import)\s*"\.\/([^"]+)"/g)) opened.add(imported);
  }
  return [...opened];
}

test('output for a pipe is formatted without drawing code', () => {
  const [page = '', ...others] = readdirSync('dist/heavy').filter((name) => name.endsWith('plain-view.js'));
  expect(others).toEqual([]);
  const packages = openedWith(page).flatMap((name) => contents[`dist/heavy/${name}`] ?? [`unknown ${name}`]);
  expect(packages).toContain('string-width');
  expect(packages.filter((name) => /^(?:ink|react|scheduler|unknown|yoga)/.test(name))).toEqual([]);
});

// bin/join-parts.ts joins small shared parts into one file. Since the service loads its features one by one, what commands
// share with some of them is in more files (20 and 28 before), and 3 to 20 % fewer instructions run. Hosting, which loads
// with its first call, shares one more with each (35 and 54 before). Rules of cases, gates and subsets, of 4 to 12 kB, are
// shared with the service, too (36 and 56 before). What reads the trust in a folder is in one more, and what the sizes of
// values share with the service in one or two (40 and 61 before).
test.each([
  ['commands-evaluations-show.js', 41],
  ['commands-evaluations-run.js', 63],
])('%s opens at most %i files', (name, most) => {
  expect(openedWith(name).length).toBeLessThanOrEqual(most);
});

test('with the embedded service, too, a command uses the code that an earlier one compiled', async () => {
  await using folder = await tempFolder();
  const options = { cwd: folder.root, env: { XDG_CACHE_HOME: folder.root } };
  const words = ['apps', 'list', '--json'];
  // The first run creates the database.
  for (const _ of ['first', 'second'])
    expect(await runWf(words, options)).toMatchObject({ stdout: '[]\n', exitCode: 0 });
  expect(await isCodeRefused(words, options)).toBe('false');
});

test('over HTTP, too, a command uses the code that an earlier one compiled', async () => {
  await using folder = await tempFolder();
  await using server = await serveLists();
  const options = { cwd: folder.root, env: { XDG_CACHE_HOME: folder.root } };
  const words = ['apps', 'list', '--json', '--base-url', server.url];
  for (const _ of ['first', 'second']) expect(await runWf(words, options)).toMatchObject({ exitCode: 0 });
  expect(await isCodeRefused(words, options)).toBe('false');
});

/** Asks V8 whether it refused the cached code: what the command then writes to stderr. */
async function isCodeRefused(words: readonly string[], options: WfOptions): Promise<string> {
  const tellRefused = `data:text/javascript,${encodeURIComponent(`
    const vm = process.getBuiltinModule('vm');
    vm.Script = class extends vm.Script {
      constructor(source, options) {
        super(source, options);
        if (options?.cachedData !== undefined) process.stderr.write(String(this.cachedDataRejected));
      }
    };
  `)}`;
  const { exitCode, stderr } = await runWf(words, { ...options, nodeArgs: ['--import', tellRefused] });
  expect(exitCode).toBe(0);
  return stderr;
}
