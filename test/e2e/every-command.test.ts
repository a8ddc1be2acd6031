import { readFile, symlink } from 'node:fs/promises';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { RESULT_SCHEMAS } from '../../src/use-cases/scripts/publish-schema.ts';
import { strictRecord } from '../helpers/endpoint-cases/strict-record.ts';
import { scaffold } from '../helpers/scaffold.ts';
import { linkPackages, tempProject, type TempProject } from '../helpers/temp-project.ts';
import { SCRIPT, type ScriptLine } from './command-script.ts';
import { runHeld, type HeldRun } from './run-held.ts';

test('every command prints a document of its schema, and no key with --debug', async () => {
  await using home = await basicProject();
  await using server = await runHeld(['serve', '--port', '0', '--json'], { cwd: home.root, isServer: true });
  const { url, key_file: keyFile } = z.object({ url: z.string(), key_file: z.string() }).parse(server.document);
  const key = (await readFile(keyFile, 'utf8')).trim();
  const kept: Record<string, string> = { key };
  const problems: string[] = [];
  for (const line of SCRIPT) {
    await using run = await play(line, kept, { home, flags: ['--base-url', url, '--json', '--debug'] });
    problems.push(...problemsOf(line, run, key));
    for (const [name, path] of Object.entries(line.keep ?? {})) kept[name] = fieldOf(run.document, path);
  }
  expect(problems).toEqual([]);
});

/** A project from a template with linked packages. */
async function basicProject(): Promise<TempProject> {
  const project = await tempProject();
  await scaffold(project.root, 'basic');
  await linkPackages(project.root, ['zod']);
  await symlink(resolve('.'), project.path('node_modules/wfkit'), 'junction');
  return project;
}

interface Stage {
  readonly home: TempProject;
  readonly flags: readonly string[];
}

/** Stdin stays open when the command should not read it: a command that waits for it times out. */
async function play(line: ScriptLine, kept: Readonly<Record<string, string>>, stage: Stage) {
  const fill = (word: string) => word.replace(/\$(\w+)/, (_, name: string) => kept[name] ?? '');
  const words = line.words.split(' ').filter(Boolean).map(fill);
  return await runHeld([...line.id.split(' '), ...words, ...(line.isLocal ? onlyLocal(stage.flags) : stage.flags)], {
    cwd: stage.home.root,
    isServer: line.isServer ?? false,
    ...(line.stdin === undefined ? {} : { stdin: fill(line.stdin) }),
  });
}

function onlyLocal(flags: readonly string[]): string[] {
  return flags.filter((word) => word === '--json' || word === '--debug');
}

function problemsOf({ id, refusal }: ScriptLine, run: HeldRun, key: string): string[] {
  // With --debug, a stack follows the document.
  if (refusal !== undefined)
    return run.stderr.includes(`"${refusal}"`) && run.stdout === '' ? [] : [`wf ${id}: ${told(run)}`];
  if (run.exitCode !== 0) return [`wf ${id}: ${told(run)}`];
  const schema = RESULT_SCHEMAS[id] ?? z.never();
  const parsed = strictRecord(schema).safeParse(run.document);
  return [
    ...(parsed.success ? [] : [`wf ${id}: ${z.prettifyError(parsed.error)}`]),
    ...(`${run.stdout}${run.stderr}`.includes(key) ? [`wf ${id} shows the key`] : []),
  ];
}

function told({ exitCode, stdout, stderr }: HeldRun): string {
  return `exit ${exitCode}\n${stdout.slice(0, 200)}\n${stderr.slice(0, 800)}`;
}

function fieldOf(document: unknown, path: string): string {
  const value = path
    .split('.')
    .reduce<unknown>((at, name) => (at as Readonly<Record<string, unknown>>)[name], document);
  return String(value);
}
