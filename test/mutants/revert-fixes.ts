import { execFile } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs, promisify } from 'node:util';
import { EVERYDAY, LONGER } from '../commands.ts';
import { applyEdit, type Fix, readFixes, type SourceText } from './read-fixes.ts';
import { createWorkspace, type Workspace } from './workspace.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const run = promisify(execFile);

/**
 * Puts the fault of one fix at a time back into a copy of the project, builds it, and runs tests until one fails: the file
 * that `fixes.md` names, then those of `npm test`, then what `npm run test:all` adds.
 *
 * `npm run fixes`: all of `fixes.md`. `npm run fixes -- TEXT...`: those whose title or commit contains a text. `--dry` only
 * lists those whose lines are gone.
 */
async function main(): Promise<void> {
  const { positionals, values } = parseArgs({ allowPositionals: true, options: { dry: { type: 'boolean' } } });
  const isNamed = ({ title, commit }: Fix) =>
    positionals.length === 0 || positionals.some((text) => title.includes(text) || commit.startsWith(text));
  const fixes = readFixes(readFileSync(new URL('fixes.md', import.meta.url), 'utf8')).filter(isNamed);
  if (values.dry === true) return listOutdated(fixes);
  await using workspace = await createWorkspace(root);
  const noticed = { everyday: 0, longer: 0 };
  for (const [index, fix] of fixes.entries()) {
    const verdict = await judge(workspace, fix);
    if (verdict.by !== null) noticed[verdict.by] += 1;
    process.stdout.write(`${index + 1}/${fixes.length} ${fix.title} (${fix.commit}): ${verdict.text}\n`);
  }
  const all = noticed.everyday + noticed.longer;
  process.stdout.write(
    `${all} of ${fixes.length} noticed: ${noticed.everyday} by npm test, ${noticed.longer} by npm run test:all\n`,
  );
}

function listOutdated(fixes: readonly Fix[]): void {
  for (const fix of fixes) {
    const changed = putBack(fix);
    if (typeof changed !== 'string') continue;
    process.stdout.write(`${fix.title} (${fix.commit}): ${changed}\n`);
    process.exitCode = 1;
  }
}

interface Verdict {
  readonly by: 'everyday' | 'longer' | null;
  readonly text: string;
}

async function judge(workspace: Workspace, fix: Fix): Promise<Verdict> {
  const changed = putBack(fix);
  if (typeof changed === 'string') return { by: null, text: changed };
  const files = changed.map(({ path, text }) => ({ file: join(workspace.folder, path), text }));
  const before = await Promise.all(files.map(({ file }) => readFile(file, 'utf8')));
  try {
    for (const { file, text } of files) await writeFile(file, text);
    const build = await runScript(workspace.folder, ['bin/build.ts']);
    if (build !== null) return { by: 'everyday', text: 'does not build' };
    for (const only of [[fix.test], []]) {
      const everyday = await findFailing(workspace.folder, EVERYDAY, only);
      if (everyday !== null) return { by: 'everyday', text: `npm test notices: ${everyday}` };
      const longer = await findFailing(workspace.folder, Object.keys(LONGER), only);
      if (longer !== null) return { by: 'longer', text: `npm run test:all notices: ${longer}` };
    }
    return { by: null, text: 'UNNOTICED' };
  } finally {
    for (const [index, { file }] of files.entries()) await writeFile(file, before[index] ?? '');
  }
}

/** Returns the files with the fault, or why it cannot be put back. */
function putBack({ edits }: Fix): SourceText[] | string {
  const paths = globSync('{src,commands,bin}/**/*.{ts,tsx,js}', { cwd: root });
  const sources = new Map(paths.map((path) => [path, { path, text: readFileSync(join(root, path), 'utf8') }]));
  const changed = new Map<string, SourceText>();
  for (const edit of edits) {
    const result = applyEdit(edit, [...sources.values()]);
    if (typeof result === 'number') return `its lines are in ${result} places: ${edit.before[0]?.trim()}`;
    sources.set(result.path, result);
    changed.set(result.path, result);
  }
  return [...changed.values()];
}

/** Runs tests, of some files only or of all, until one fails; returns its file, or null. */
async function findFailing(
  folder: string,
  projects: readonly string[],
  files: readonly string[],
): Promise<string | null> {
  const named = projects.flatMap((name) => ['--project', name]);
  const flags = [
    '--config',
    'test/vitest.config.ts',
    ...named,
    '--bail',
    '1',
    '--reporter',
    'dot',
    '--passWithNoTests',
  ];
  const output = await runScript(folder, ['node_modules/vitest/vitest.mjs', 'run', ...flags, ...files]);
  return output === null ? null : (/FAIL .*?(test\/\S+.*)/.exec(output)?.[1] ?? 'an error outside of the tests');
}

/** Runs a program of Node; returns what it printed if it failed, or null. */
async function runScript(folder: string, words: readonly string[]): Promise<string | null> {
  const env = { ...process.env, NO_COLOR: '1' };
  return await run(process.execPath, words, { cwd: folder, env, maxBuffer: Infinity }).then(
    () => null,
    (error: unknown) => {
      const { stdout, stderr } = error as { readonly stdout: string; readonly stderr: string }; // of a failed program
      return `${stdout}\n${stderr}`;
    },
  );
}

await main();
