import { readdir, symlink, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { COMMAND_FILES } from '../../commands/index.ts';
import { namingOf } from '../../src/cli/kit/define/flags.ts';
import { commandOf, runLine } from '../helpers/run-line.ts';
import { scaffold } from '../helpers/scaffold.ts';
import { linkPackages, tempProject } from '../helpers/temp-project.ts';
import { SCRIPT } from './command-script.ts';

/** What a command takes that may name a file or a folder. */
interface Field {
  readonly id: string;
  readonly name: string;
  /** Its position, if it is an argument. */
  readonly position: number | null;
  readonly helpValue: string;
}

/** Create the folder that they are told, with those above it: `git init` and bundlers do the same. */
const CREATORS = new Set(['init dir', 'init entry', 'build output']);

/** Create the last folder of the path that they are told, as the place of a service. */
const PLACES = new Set(['serve data-dir', 'worker data-dir', 'restore data-dir']);

const NO_DATABASE = '--database-url postgres://127.0.0.1:1/x';

/** Words with which a command gets as far as its path, where those of the script go another way. */
const WORDS: Readonly<Record<string, string>> = {
  'backup data-dir': 'other.db',
  'deploy dir': '',
  'env deploy gate': 'production --variant default --evaluation default',
  'env protect gate': 'staging',
  'eval export baseline': 'default --format html',
  'eval export output': 'default',
  'eval plan testset': '--evaluators exact_match',
  'eval run testset': '--evaluators exact_match',
  'eval run baseline': '--testset messages --evaluators exact_match --gate release.gate.yaml',
  'eval show baseline': 'default --gate release.gate.yaml',
  'export output': '',
  'human-eval create testset': '--variants default --voters ana',
  'init into': '',
  'log export': '',
  'move to': NO_DATABASE,
  'move data-dir': '--to postgres://127.0.0.1:1/x',
  'restore data-dir': 'copy.db',
  'run testset': '/explain',
  'worker data-dir': NO_DATABASE,
};

/** Values that are more than a path. */
const FORMS: Readonly<Record<string, (path: string) => string>> = {
  'JSON|@FILE|-': (path) => `@${path}`,
  JSON: (path) => `@${path}`,
  'KEY=VALUE': (path) => `key=@${path}`,
  '[/ROUTE:]KEY=VALUE': (path) => `key=@${path}`,
  TARGET: (path) => `sqlite:${path}`,
};

beforeEach(() => {
  // Neither the home folder nor those of this run: what is not in the test's folder is not seen.
  for (const name of ['XDG_CONFIG_HOME', 'XDG_DATA_HOME', 'XDG_CACHE_HOME', 'APPDATA', 'LOCALAPPDATA'])
    vi.stubEnv(name, '');
});
afterEach(() => vi.unstubAllEnvs());

interface Definitions {
  readonly flags?: Readonly<Record<string, { readonly helpValue?: string }>>;
  readonly args?: Readonly<Record<string, { readonly helpValue?: string }>>;
}

async function definitionsOf(id: string): Promise<Definitions> {
  return await commandOf(id);
}

async function pathsOf(id: string): Promise<Field[]> {
  const { flags = {}, args = {} } = await definitionsOf(id);
  const named = Object.entries(flags).map(([name, one]) => ({ name, position: null, one }));
  const placed = Object.entries(args).map(([name, one], position) => ({ name, position, one }));
  return [...named, ...placed]
    .filter(({ one }) => namingOf(one).allowsPath === true)
    .map(({ name, position, one }) => ({ id, name, position, helpValue: one.helpValue ?? '' }));
}

/** Puts the path into a line of the script, without its other paths. */
function typed({ id, name, position, helpValue }: Field, path: string, paths: readonly Field[]): string[] {
  const words = (SCRIPT.find((line) => line.id === id)?.words ?? '').split(' ').filter(Boolean);
  const flags = new Set(paths.filter((one) => one.position === null).map((one) => `--${one.name}`));
  const plain = words.filter((word, at) => !flags.has(word) && !flags.has(words[at - 1] ?? ''));
  const before = WORDS[`${id} ${name}`]?.split(' ').filter(Boolean) ?? plain;
  const value = (FORMS[helpValue] ?? String)(path);
  if (position === null) return [...id.split(' '), ...before, `--${name}`, value];
  return [...id.split(' '), ...before.slice(0, position), value, ...before.slice(position + 1)];
}

async function openProject() {
  const project = await tempProject();
  vi.stubEnv('HOME', project.root);
  await scaffold(project.root, 'basic');
  await writeFile(project.path('release.gate.yaml'), '{"rules": [{"metric": "exact_match", "minimum": 0}]}');
  await linkPackages(project.root, ['zod']);
  await symlink(resolve('.'), project.path('node_modules/wfkit'), 'junction');
  const wf = async (line: string | readonly string[]) =>
    await runLine(line, { cwd: project.root, env: { HOME: project.root } });
  for (const line of [
    'deploy --env production',
    'testsets create testsets/messages.csv --name messages',
    'eval run --testset messages --evaluators exact_match',
    'backup copy.db',
  ])
    expect(await wf(line)).toMatchObject({ exitCode: 0 });
  return { ...project, wf };
}

test('no command creates a folder that was named by mistake, and each says which one is missing', async () => {
  await using project = await openProject();
  const wrong: string[] = [];
  for (const id of Object.keys(COMMAND_FILES)) {
    const paths = await pathsOf(id);
    for (const field of paths.filter(({ name }) => !CREATORS.has(`${id} ${name}`))) {
      const isPlace = PLACES.has(`${id} ${field.name}`);
      const isFolder = field.name.endsWith('dir');
      for (const path of isFolder && !isPlace ? ['missing', 'missing/inside'] : ['missing/inside']) {
        const line = typed(field, path, paths);
        const { exitCode, stderr } = await project.wf(line);
        const isCreated = (await readdir(project.root)).includes('missing');
        // A worker needs its database first.
        const isTold = [2, 3].includes(exitCode) && stderr.includes('missing');
        if (isCreated || !(isTold || id === 'worker')) wrong.push(`wf ${line.join(' ')}: exit ${exitCode}\n${stderr}`);
      }
    }
  }
  expect(wrong).toEqual([]);
});

test('what looks like a path in help is declared as one', async () => {
  const undeclared: string[] = [];
  for (const id of Object.keys(COMMAND_FILES)) {
    const { flags = {}, args = {} } = await definitionsOf(id);
    for (const [name, one] of Object.entries({ ...args, ...flags })) {
      const looksSo = /^(?:file|dir|output|.*-dir)$/.test(name) || /\b(?:FILE|DIR|D)\b/.test(one.helpValue ?? '');
      if (looksSo && namingOf(one).allowsPath !== true) undeclared.push(`${id} ${name}`);
    }
  }
  expect(undeclared).toEqual([]);
});

const READS =
  /\b(?:list|show|get|status|diff|revisions|rows|results|logs?|usage|whoami|doctor|explain|schema|check|routes)$/;

test('a command that only reads stores nothing, and none creates a home folder', async () => {
  const wrong: string[] = [];
  for (const home of ['home', 'missing']) {
    await using folder = await tempProject({ 'home/x': '', 'here/x': '' });
    vi.stubEnv('HOME', folder.path(home));
    for (const id of Object.keys(COMMAND_FILES)) {
      if (home === 'home' && !READS.test(id)) continue;
      const words = SCRIPT.find((line) => line.id === id)?.words ?? '';
      const before = (await readdir(folder.root, { recursive: true })).filter(isLasting);
      await runLine(`${id} ${words}`.trim(), { cwd: folder.path('here'), env: { HOME: folder.path(home) } });
      const after = (await readdir(folder.root, { recursive: true })).filter(isLasting);
      const created = after.filter((path) => !before.includes(path));
      if (created.includes('missing') || (READS.test(id) && created.length > 0))
        wrong.push(`wf ${id}: ${created.join(', ')}`);
    }
  }
  expect(wrong).toEqual([]);
});

/** Caches may come and go. */
function isLasting(path: string): boolean {
  return !/(?:^|[\\/])(?:\.cache|Caches|cache)\b/.test(path);
}
