import { writeFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { locateJsonError } from '../../../../src/foundation/json/check-json.ts';
import { readAssignments } from '../../../../src/use-cases/files/read-assignments.ts';
import { readJsonLines } from '../../../../src/use-cases/files/read-json-lines.ts';
import { readJsonObject } from '../../../../src/use-cases/files/read-json-source.ts';
import { nameOfSource, readTextSource } from '../../../../src/use-cases/files/read-text-source.ts';
import { tempFolder } from '../../../helpers/temp-folder.ts';
import { tempProject } from '../../../helpers/temp-project.ts';

describe('texts', () => {
  const MAX_COUNT = 64 * 1024 * 1024;

  async function* typed(...chunks: readonly unknown[]) {
    yield* chunks;
  }

  const read = (source: string, cwd: string, ...chunks: readonly unknown[]) =>
    readTextSource({ source, cwd, stdin: typed(...chunks) });

  test('a file is read relative to a folder, and - is standard input', async () => {
    await using project = await tempProject({ 'data/a.txt': 'größer' });
    expect(await read('data/a.txt', project.root)).toBe('größer');
    expect(await read(project.path('data/a.txt'), '/')).toBe('größer');
    const [first, second] = [Buffer.from('ö').subarray(0, 1), Buffer.from('ö').subarray(1)];
    expect(await read('-', '/', 'gr', first, second, 7)).toBe('grö7');
    expect([nameOfSource('-'), nameOfSource('a.txt')]).toEqual(['Standard input', 'a.txt']);
  });

  test('what cannot be read, or is not text, is refused', async () => {
    await using project = await tempProject();
    await expect(read('gone.txt', project.root)).rejects.toMatchObject({
      code: 'WF_NO_FILE',
      message: 'Cannot read gone.txt: there is no such file.',
    });
    await expect(read('-', '/', Uint8Array.of(0xff))).rejects.toMatchObject({
      code: 'WF_INVALID_INPUT',
      message: 'Standard input is not valid UTF-8.',
    });
  });

  test('a text has at most 64 MiB', async () => {
    const most = Buffer.alloc(MAX_COUNT, 'x');
    expect((await read('-', '/', most)).length).toBe(MAX_COUNT);
    await expect(read('-', '/', most, 'x')).rejects.toMatchObject({
      code: 'WF_INVALID_INPUT',
      message: 'Standard input has more than 64 MiB.',
    });
  });
});

describe('JSON', () => {
  test('a file and standard input are read', async () => {
    await using project = await tempProject({ 'params.json': '\uFEFF{"words": 80}' });
    expect(await readJsonObject({ source: 'params.json', cwd: project.root, stdin: stdinOf('') })).toEqual({
      words: 80,
    });
    expect(await readJsonObject({ source: '-', cwd: '/', stdin: stdinOf('{"words": 80}') })).toEqual({ words: 80 });
  });

  test.each([
    ['{"a": 1,\n  b}', 'params.json, line 2, column 3: Invalid JSON: '],
    ['{"a": 1', 'params.json, line 1, column 8: Invalid JSON: '],
    ['['.repeat(1001), 'params.json has a value that is nested more than 1000 deep.'],
    ['', 'params.json, line 1, column 1: Invalid JSON: Unexpected end of JSON input.'],
    ['[1]', 'params.json must be a JSON object, not a list.'],
    ['null', 'params.json must be a JSON object, not null.'],
    ['"text"', 'params.json must be a JSON object, not a string.'],
  ])('%j is rejected with file, line and column', async (text, message) => {
    await using project = await tempProject({ 'params.json': text });
    await expect(readJsonObject({ source: 'params.json', cwd: project.root, stdin: stdinOf('') })).rejects.toThrow(
      expect.objectContaining({ code: 'WF_INVALID_INPUT', message: expect.stringContaining(message) }),
    );
  });

  function stdinOf(text: string): Readable {
    return Readable.from([text]);
  }
});

describe('positions of errors in JSON', () => {
  test.each([
    ['{"words": }', 1, 11],
    ['{"a": 1,\n  b}', 2, 3],
    ['{"a": 1', 1, 8],
    ['', 1, 1],
    ['nope', 1, 2],
    ['x', 1, 1],
    ['{"a": tru', 1, 10],
    ['{"a": trux', 1, 10],
    ['{"a": -}', 1, 8],
    ['{"a": 1e}', 1, 9],
    ['{"a": "open', 1, 12],
    ['{"a": "two\nlines"}', 1, 11],
    ['[1,]', 1, 4],
    ['[1] [2]', 1, 5],
    ['{"a": 01}', 1, 8],
    [`[${'0,'.repeat(5000)}x]`, 1, 10_002],
  ])('%j stops being JSON at line %i, column %i', (text, line, column) => {
    expect(locateJsonError(text)).toEqual({ line, column });
  });
});

describe('lines of JSON', () => {
  /** @yields the parts */
  async function* from(...parts: readonly string[]) {
    yield* parts;
  }

  test('each line is a value, wherever the parts are cut', async () => {
    expect(await readJsonLines(from('{"a"', ':1}\n', '\n"b\\n"\n3'))).toEqual([{ a: 1 }, 'b\n', 3]);
    expect(await readJsonLines(from())).toEqual([]);
  });
});

describe('assignments from files', () => {
  async function read(assignments: readonly string[], isStdinTaken = false) {
    await using folder = await tempFolder();
    await writeFile(folder.path('prompt.md'), 'Be kind.\nx=@y\n');
    await writeFile(folder.path('bytes'), new Uint8Array([0xff]));
    return await readAssignments(assignments, { cwd: folder.root, stdin: Readable.from(['typed']), isStdinTaken });
  }

  test.each([
    ['prompt=@prompt.md', 'prompt=Be kind.\nx=@y\n'],
    ['/summary:prompt=@prompt.md', '/summary:prompt=Be kind.\nx=@y\n'],
    ['prompt=@-', 'prompt=typed'],
    ['prompt=@@ann', 'prompt=@ann'],
    ['prompt=@@', 'prompt=@'],
    ['prompt=@@@ann', 'prompt=@@ann'],
    ['prompt=ann@home=@x', 'prompt=ann@home=@x'],
    ['prompt=\n@x', 'prompt=\n@x'],
    ['prompt', 'prompt'],
    ['@prompt', '@prompt'],
  ])('%j gives %j', async (assignment, expected) => {
    expect(await read([assignment])).toEqual([expected]);
  });

  test.each<[string[], boolean, object]>([
    [
      ['a=@ann'],
      false,
      {
        code: 'WF_NO_FILE',
        message: 'Cannot read ann: there is no such file.',
        nextSteps: ['For a text that begins with @: --set a=@@ann'],
      },
    ],
    [['a=@bytes'], false, { code: 'WF_INVALID_INPUT', message: 'bytes is not valid UTF-8.' }],
    [
      ['a=@'],
      false,
      { code: 'WF_USAGE', message: '--set a=@ names no file. Write a=@FILE, or a=@@ for the text "@".' },
    ],
    [['a=@-', 'b=@-'], false, { code: 'WF_USAGE', message: 'Standard input can be read only once.' }],
    [['a=@-'], true, { code: 'WF_USAGE', message: 'Standard input can be read only once.' }],
  ])('%j is refused', async (assignments, isStdinTaken, error) => {
    await expect(read(assignments, isStdinTaken)).rejects.toMatchObject(error);
  });
});
