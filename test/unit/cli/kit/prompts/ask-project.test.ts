import { PassThrough } from 'node:stream';
import { describe, expect, test } from 'vitest';
import type { Io } from '../../../../../src/cli/kit/process/io.ts';
import { askInputs } from '../../../../../src/cli/kit/prompts/ask-inputs.ts';
import { askProject, type AskProjectOptions } from '../../../../../src/cli/kit/prompts/ask-project.ts';
import type { RouteSchema } from '../../../../../src/contract/deployments/route-schema.ts';
import { tempProject } from '../../../../helpers/temp-project.ts';

/** A terminal that does not draw, on which each question is answered by the next line; after the last, input ends. */
function answering(lines: readonly string[]) {
  const [stdin, stderr] = [new PassThrough(), new PassThrough()];
  const waiting = [...lines];
  let shown = '';
  stderr.on('data', (text: Buffer) => {
    shown += text.toString();
    if (!/[>:\]] $/.test(shown)) return;
    const line = waiting.shift();
    if (line === undefined) stdin.end();
    else stdin.write(`${line}\n`);
  });
  const io = { stdin, stderr, env: { TERM: 'dumb' } } as unknown as Io; // what is read of it
  return { io, shown: () => shown };
}

describe('wf init', () => {
  const TEMPLATES = [
    { name: 'basic', description: 'One route.' },
    { name: 'rag', description: 'Retrieval.' },
  ];
  const GIVEN = { template: 'basic', 'package-manager': 'npm', git: true };

  async function ask(given: AskProjectOptions['given'], folder: string, ...lines: readonly string[]) {
    const { io, shown } = answering(lines);
    const words = await askProject({ given, folder, templates: TEMPLATES, packageManager: 'pnpm', io });
    return { words, shown: shown() };
  }

  test('asks for everything that is not given, in a filled folder', async () => {
    await using project = await tempProject({ 'notes.txt': '' });
    const { words, shown } = await ask({}, project.root, '2', 'bun', 'My shop', '');
    expect(words).toEqual({
      flags: ['--name=my-shop', '--template=rag', '--package-manager=bun', '--git'],
      args: ['my-shop'],
    });
    expect(shown).toBe(
      [
        'Template\n1. basic\n2. rag\nNumber or name: ',
        'Package manager\n1. pnpm\n2. npm\n3. yarn\n4. bun\nNumber or name: ',
        'Name of the project [my-workflow] ',
        'Create a git repository? [Y/n] ',
      ].join(''),
    );
  });

  test('takes the usual name for an empty one, and asks again for an unknown package manager', async () => {
    await using project = await tempProject({ 'notes.txt': '' });
    const { words, shown } = await ask({ template: 'basic' }, project.root, 'cargo', '1', '', 'no');
    expect(words).toEqual({ flags: ['--package-manager=pnpm', '--no-git'], args: ['my-workflow'] });
    expect(shown).toContain('Not a choice: cargo\n');
  });

  test('makes an empty folder the project, under its own name', async () => {
    await using project = await tempProject();
    const { words, shown } = await ask(GIVEN, project.root, '');
    const [flag = ''] = words.flags;
    expect(words).toEqual({ flags: [flag], args: ['.'] });
    expect(flag).toMatch(/^--name=wf-project-/);
    expect(shown).toContain(`Name of the project [${flag.slice('--name='.length)}]`);
  });

  test('asks for no name where there is a name, a folder, or both', async () => {
    await using empty = await tempProject();
    await using filled = await tempProject({ 'notes.txt': '' });
    expect((await ask({ ...GIVEN, name: 'shop' }, filled.root)).words).toEqual({ flags: [], args: ['shop'] });
    expect((await ask({ ...GIVEN, name: 'shop' }, empty.root)).words).toEqual({ flags: [], args: ['.'] });
    expect((await ask({ ...GIVEN, dir: 'shop' }, filled.root)).words).toEqual({ flags: [], args: [] });
  });

  test.each([{}, { template: 'basic' }, { ...GIVEN, dir: 'shop', git: undefined }])(
    'is cancelled by the end of the input, given %j',
    async (given) => {
      await expect(ask(given, '/')).rejects.toMatchObject({ code: 'WF_INTERRUPTED' });
    },
  );
});

describe('wf run', () => {
  const properties = {
    text: { type: 'string', description: 'The message of the customer.' },
    words: { type: 'integer', minimum: 1 },
    tone: { type: 'string', enum: ['plain', 'formal'] },
    note: { type: 'string' },
  };
  const INPUT = { type: 'object', properties, required: ['text', 'words', 'tone'] };

  async function ask(input: unknown, given: readonly string[], ...lines: readonly string[]) {
    const { io, shown } = answering(lines);
    const route = { path: '/', input } as unknown as RouteSchema; // what is read of it
    const answers = await askInputs(route, new Set(given), io);
    return { answers, shown: shown() };
  }

  test('asks for each required input, with what the schema says about it', async () => {
    const { answers, shown } = await ask(INPUT, [], 'I was charged twice', '3', '2');
    expect(answers).toEqual(['text=I was charged twice', 'words=3', 'tone=formal']);
    expect(shown).toBe(
      'text: The message of the customer.\n> words: integer ≥ 1\n> tone\n1. plain\n2. formal\nNumber or name: ',
    );
  });

  test.each([
    [INPUT, ['text', 'words', 'tone']],
    [{ type: 'object', properties }, []],
    [null, []],
  ])('asks for nothing that is given or optional: %#', async (input, given) => {
    expect(await ask(input, given)).toEqual({ answers: [], shown: '' });
  });

  test('takes an empty answer, and is cancelled by the end of the input', async () => {
    expect((await ask(INPUT, ['words', 'tone'], '')).answers).toEqual(['text=']);
    await expect(ask(INPUT, ['words', 'tone'])).rejects.toMatchObject({ code: 'WF_INTERRUPTED' });
  });
});
