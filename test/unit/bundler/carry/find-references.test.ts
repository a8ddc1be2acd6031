import { expect, test } from 'vitest';
import { findReferences, normalizeModule } from '../../../../src/bundler/carry/find-references.ts';

async function referencesOf(source: string): Promise<string[]> {
  return findReferences((await normalizeModule(source, 'ts')) ?? 'does not parse');
}

test.each([
  ["new URL('./a.md', import.meta.url)", ['./a.md']],
  ["new URL('./prompts/' + 'a.md', import.meta.url)", ['./prompts/a.md']],
  ['new URL(`./a.md`, import.meta.url)', ['./a.md']],
  ["new URL('./a%20b.md?raw#top', import.meta.url)", ['./a b.md']],
  ["new URL('./100%.md', import.meta.url)", ['./100%.md']],
  ["join(__dirname, '100%25 #1?.md')", ['100%25 #1?.md']],
  ["path.join(import.meta.dirname, 'prompts', 'a.md')", ['prompts/a.md']],
  ["resolve(__dirname, './a.md')", ['./a.md']],
  ["__dirname + '/a.md'", ['a.md']],
  ['`${import.meta.dirname}/prompts/a.md`', ['prompts/a.md']],
  ["join(dirname(fileURLToPath(import.meta.url)), 'a.md')", ['a.md']],
  ["const here = path.dirname(fileURLToPath(import.meta.url)); read(path.join(here, 'a.md'))", ['a.md']],
  ["const here = fileURLToPath(new URL('.', import.meta.url)); read(here + 'a.md')", ['.', 'a.md']],
  ["const base = import.meta.url; read(new URL('a.md', base))", ['a.md']],
])('%s names its file', async (source, expected) => {
  expect(await referencesOf(`export const x = () => { ${source.replace(/^(?!const)/, 'return ')} };`)).toEqual(
    expected,
  );
});

test.each([
  ["// new URL('./a.md', import.meta.url)"],
  ["new URL('https://example.com/a.md', import.meta.url)"],
  ["new URL('/a.md', import.meta.url)"],
  ["new URL('./a.md', base)"],
  ['new URL(`./${name}.md`, import.meta.url)'],
  ["join(where, 'a.md')"],
  ["my__dirname + '/a.md'"],
])('%s names none', async (source) => {
  expect(await referencesOf(`declare const base: string, name: string, where: string;\n${source};`)).toEqual([]);
});

test('a module that does not parse is left to the bundler', async () => {
  expect(await normalizeModule('const', 'ts')).toBeNull();
});
