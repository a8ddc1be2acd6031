import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { readJsonObject, readParameters } from '../../../../src/use-cases/files/read-json-source.ts';
import { tempProject } from '../../../helpers/temp-project.ts';

test('a file and standard input are read', async () => {
  await using project = await tempProject({ 'params.json': '\uFEFF{"words": 80}' });
  expect(await readJsonObject({ source: 'params.json', cwd: project.root, stdin: stdinOf('') })).toEqual({ words: 80 });
  expect(await readJsonObject({ source: '-', cwd: '/', stdin: stdinOf('{"words": 80}') })).toEqual({ words: 80 });
});

test('without a source there are no values', async () => {
  expect(await readParameters(undefined, { cwd: '/', stdin: stdinOf('never read') })).toEqual({});
});

test.each([
  ['{"a": 1,\n  b}', 'params.json, line 2, column 3: Invalid JSON: '],
  ['{"a": 1', 'params.json, line 1, column 8: Invalid JSON: '],
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

test('text that is not UTF-8 is rejected', async () => {
  const stdin = Readable.from([Buffer.from([0x7b, 0xff, 0x7d])]);
  await expect(readJsonObject({ source: '-', cwd: '/', stdin })).rejects.toThrow(
    expect.objectContaining({ message: 'Standard input is not valid UTF-8.' }),
  );
});

test.each([
  ['missing.json', 'Cannot read missing.json: there is no such file.'],
  ['.', 'Cannot read .: it is a folder.'],
])('%s cannot be read, and the error says why', async (source, message) => {
  await using project = await tempProject();
  await expect(readJsonObject({ source, cwd: project.root, stdin: stdinOf('') })).rejects.toThrow(message);
});

function stdinOf(text: string): Readable {
  return Readable.from([text]);
}
