import { mkdir, rm, writeFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { parseFileFormat } from '../../../../src/evaluation/testset/file-format.ts';
import { isNameless, openTestsetFile } from '../../../../src/use-cases/testsets/store-testset.ts';
import { tempFolder } from '../../../helpers/temp-folder.ts';

test('a file is read again for each use, relative to a folder', async () => {
  await using folder = await tempFolder();
  await writeFile(folder.path('rows.csv'), 'a\n1\n2\n');
  const file = await openTestsetFile(from('rows.csv', folder.root));
  for (let use = 0; use < 2; use += 1) {
    const rows = [];
    for await (const page of file?.pages() ?? []) rows.push(...page);
    expect(rows).toEqual([{ a: '1' }, { a: '2' }]);
  }
});

test('the tag is that of the content and of how it is read', async () => {
  await using folder = await tempFolder();
  const tagOf = async (name: string, text: string, types: string | null = null) => {
    await writeFile(folder.path(name), text);
    const format = parseFileFormat({ types, delimiter: null, format: null });
    return await (await openTestsetFile(from(name, folder.root), format))?.tag();
  };
  const tag = await tagOf('rows.csv', 'a\n1\n');
  expect(tag).toMatch(/^[\da-f]{64}$/);
  expect(await tagOf('copy.CSV', 'a\n1\n')).toBe(tag);
  expect(await tagOf('rows.csv', 'a\n2\n')).not.toBe(tag);
  expect(await tagOf('rows.tsv', 'a\n1\n')).not.toBe(tag);
  // Longer than what is read at once.
  const long = (first: string, middle: string, last: string) =>
    `${first}\n${'x\n'.repeat(200_000)}${middle}\n${'x\n'.repeat(200_000)}${last}\n`;
  const texts = [
    long('a', 'b', 'c'),
    long('A', 'b', 'c'),
    long('a', 'B', 'c'),
    long('a', 'b', 'C'),
    long('a', 'b', 'c'),
  ];
  const tags: unknown[] = [];
  for (const text of texts) tags.push(await tagOf('rows.csv', text));
  expect([new Set(tags).size, tags[0] === tags[4]]).toEqual([4, true]);
});

test.each(['rows', 'rows.v2'])('%s may be the name of a stored test set', async (source) => {
  expect(await openTestsetFile(from(source, '/nowhere'))).toBeNull();
});

test.each(['rows.csv', 'rows.TSV', 'rows.json', 'rows.jsonl', 'rows.ndjson'])('%s must exist', async (source) => {
  await expect(openTestsetFile(from(source, '/nowhere'))).rejects.toMatchObject({
    code: 'WF_NO_FILE',
    message: expect.stringMatching(/^Cannot read the test set rows\.\w+: .+\.$/),
    nextSteps: ['wf testsets list'],
  });
});

test('a folder cannot be read', async () => {
  await using folder = await tempFolder();
  await mkdir(folder.path('rows'));
  await expect(openTestsetFile(from('rows', folder.root))).rejects.toMatchObject({
    code: 'WF_TESTSET_INVALID',
    message: expect.stringMatching(/^Cannot read the test set rows: .*folder.*\.$/),
  });
});

test('the order of the types does not change the tag, and the format does', async () => {
  await using folder = await tempFolder();
  await writeFile(folder.path('rows.csv'), 'a,b\n1,2\n');
  const tagOf = async (types: string | null, format: string | null = null) =>
    await (
      await openTestsetFile(from('rows.csv', folder.root), parseFileFormat({ types, delimiter: null, format }))
    )?.tag();
  const tag = await tagOf('a=number,b=number');
  expect(await tagOf('b=number,a=number')).toBe(tag);
  expect(await tagOf('a=number')).not.toBe(tag);
  expect(await tagOf('a=number,b=number', 'tsv')).not.toBe(tag);
  expect(await tagOf('a=number,b=number', 'csv')).toBe(tag);
});

test.each([
  ['-', true],
  ['/dev/fd/3', true],
  ['/dev/fd/63', true],
  ['/dev/stdin', true],
  ['/dev/fd/x', false],
  ['rows.csv', false],
])('%s has no name for a test set: %j', (source, expected) => {
  expect(isNameless(source)).toBe(expected);
});

test('a fault of standard input is named after it', async () => {
  const stdin = Readable.from([Buffer.from('[1')]);
  const format = parseFileFormat({ types: null, delimiter: null, format: 'json' });
  const file = await openTestsetFile({ source: '-', cwd: '/', stdin }, format);
  await expect(file?.pages()[Symbol.asyncIterator]().next()).rejects.toMatchObject({
    code: 'WF_TESTSET_INVALID',
    message: expect.stringContaining('standard input'),
  });
});

test('standard input is read once, and has no tag', async () => {
  const file = await openTestsetFile({ source: '-', cwd: '/', stdin: Readable.from([Buffer.from('a\n1\n')]) });
  const rows = [];
  for await (const page of file?.pages() ?? []) rows.push(...page);
  expect([rows, file?.isReadOnce, await file?.tag()]).toEqual([[{ a: '1' }], true, null]);
});

function from(source: string, cwd: string) {
  return { source, cwd, stdin: Readable.from([]) };
}

test('a file that disappears after it was opened cannot be read', async () => {
  await using folder = await tempFolder();
  await writeFile(folder.path('rows.csv'), 'text\nhello\n');
  const file = await openTestsetFile({ source: 'rows.csv', cwd: folder.root, stdin: Readable.from([]) as never });
  await rm(folder.path('rows.csv'));
  const refusal = {
    code: 'WF_NO_FILE',
    message: 'Cannot read the test set rows.csv: there is no such file.',
    nextSteps: ['wf testsets list'],
  };
  await expect(file?.tag()).rejects.toMatchObject(refusal);
  await expect(file?.pages()[Symbol.asyncIterator]().next()).rejects.toMatchObject(refusal);
});
