import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import type { Io } from '../../../../../src/cli/kit/process/io.ts';
import { askProject, type AskProjectOptions } from '../../../../../src/cli/kit/prompts/ask-project.ts';
import { tempProject } from '../../../../helpers/temp-project.ts';

const TEMPLATES = [
  { name: 'basic', description: 'One route.' },
  { name: 'rag', description: 'Retrieval.' },
];
const GIVEN = { template: 'basic', 'package-manager': 'npm', git: true };

/** Answers questions line by line, on a terminal that does not draw. */
async function ask(given: AskProjectOptions['given'], folder: string, ...lines: readonly string[]) {
  const [stdin, stderr] = [new PassThrough(), new PassThrough()];
  const waiting = [...lines];
  let shown = '';
  stderr.on('data', (text: Buffer) => {
    shown += text.toString();
    if (!/(?:\]|:)\s*$/.test(shown)) return;
    const line = waiting.shift();
    if (line === undefined) stdin.end();
    else stdin.write(`${line}\n`);
  });
  const io = { stdin, stderr, env: { TERM: 'dumb' } } as unknown as Io; // what is read of it
  const words = await askProject({ given, folder, templates: TEMPLATES, packageManager: 'pnpm', io });
  return { words, shown };
}

test('in a filled folder, everything that is not given is asked for', async () => {
  await using project = await tempProject({ 'notes.txt': '' });
  const { words, shown } = await ask({}, project.root, '2', 'bun', 'My shop', '');
  expect(words).toEqual({
    flags: ['--name=my-shop', '--template=rag', '--package-manager=bun', '--git'],
    args: ['my-shop'],
  });
  expect(shown).toMatchInlineSnapshot(`
    "Template
    1. basic
    2. rag
    Number or name: Package manager
    1. pnpm
    2. npm
    3. yarn
    4. bun
    Number or name: Name of the project [my-workflow] Create a git repository? [Y/n] "
  `);
});

test('an empty name is the usual one, and an unknown package manager is asked for again', async () => {
  await using project = await tempProject({ 'notes.txt': '' });
  const { words, shown } = await ask({ template: 'basic' }, project.root, 'cargo', '1', '', 'no');
  expect(words).toEqual({ flags: ['--package-manager=pnpm', '--no-git'], args: ['my-workflow'] });
  expect(shown).toContain('Not a choice: cargo\n');
});

test('an empty folder becomes the project, under its own name', async () => {
  await using project = await tempProject();
  const { words, shown } = await ask(GIVEN, project.root, '');
  const [name = ''] = words.flags;
  expect(words).toEqual({ flags: [name], args: ['.'] });
  expect(name).toMatch(/^--name=wf-project-/);
  expect(shown).toContain(`Name of the project [${name.slice('--name='.length)}]`);
});

test('with a name, a folder, or both, no name is asked for', async () => {
  await using empty = await tempProject();
  await using filled = await tempProject({ 'notes.txt': '' });
  expect((await ask({ ...GIVEN, name: 'shop' }, filled.root)).words).toEqual({ flags: [], args: ['shop'] });
  expect((await ask({ ...GIVEN, name: 'shop' }, empty.root)).words).toEqual({ flags: [], args: ['.'] });
  expect((await ask({ ...GIVEN, dir: 'shop' }, filled.root)).words).toEqual({ flags: [], args: [] });
});

test.each(['n', 'no', 'NO', ' No '])('%j creates no git repository', async (answer) => {
  const { words } = await ask({ ...GIVEN, dir: 'shop', git: undefined }, '/', answer);
  expect(words.flags).toEqual(['--no-git']);
});

test.each(['', 'y', 'yes', 'nothing'])('%j creates a git repository', async (answer) => {
  const { words } = await ask({ ...GIVEN, dir: 'shop', git: undefined }, '/', answer);
  expect(words.flags).toEqual(['--git']);
});

test('the end of the input cancels', async () => {
  await expect(ask({}, '/')).rejects.toMatchObject({ code: 'WF_INTERRUPTED' });
  await expect(ask({ template: 'basic' }, '/')).rejects.toMatchObject({ code: 'WF_INTERRUPTED' });
  await expect(ask({ ...GIVEN, dir: 'shop', git: undefined }, '/')).rejects.toMatchObject({ code: 'WF_INTERRUPTED' });
});
