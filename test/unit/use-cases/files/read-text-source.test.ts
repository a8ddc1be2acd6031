import { expect, test } from 'vitest';
import { nameOfSource, readTextSource } from '../../../../src/use-cases/files/read-text-source.ts';
import { tempProject } from '../../../helpers/temp-project.ts';

const MOST = 64 * 1024 * 1024;

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
    code: 'WF_INVALID_INPUT',
    message: 'Cannot read gone.txt: there is no such file.',
  });
  await expect(read('-', '/', Uint8Array.of(0xff))).rejects.toMatchObject({
    code: 'WF_INVALID_INPUT',
    message: 'Standard input is not valid UTF-8.',
  });
});

test('a text has at most 64 MiB', async () => {
  const most = Buffer.alloc(MOST, 'x');
  expect((await read('-', '/', most)).length).toBe(MOST);
  await expect(read('-', '/', most, 'x')).rejects.toMatchObject({
    code: 'WF_INVALID_INPUT',
    message: 'Standard input has more than 64 MiB.',
  });
});
