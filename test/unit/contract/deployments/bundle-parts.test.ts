import { expect, test } from 'vitest';
import {
  type BundlePart,
  BundleParts,
  isPartsDocument,
  parsePartsDocument,
  toPartsDocument,
} from '../../../../src/contract/deployments/bundle-parts.ts';

const CODE = { path: 'workflow.mjs', sha256: 'a'.repeat(64), size: 1 };
const FILE = { path: 'files/src/a.md', sha256: 'b'.repeat(64), size: 0 };

test('a list of parts reads back, and is the same in any order', () => {
  const bytes = toPartsDocument([CODE, FILE]);
  expect(toPartsDocument([FILE, CODE])).toEqual(bytes);
  expect(parsePartsDocument(bytes)).toEqual([FILE, CODE]);
});

test('code is no list of parts', () => {
  const code = new TextEncoder().encode('export const a = {"wf":"parts"};');
  expect([isPartsDocument(code), parsePartsDocument(code), isPartsDocument(new Uint8Array())]).toEqual([
    false,
    null,
    false,
  ]);
});

test.each([
  ['/etc/passwd'],
  ['../out'],
  ['files/../../out'],
  ['files//a'],
  ['./a'],
  ['a/.'],
  ['a\\b'],
  ['a\0b'],
  [''],
  ['a/'],
])('the path %j is refused', (path) => {
  expect(() => parsePartsDocument(toPartsDocument([CODE, { ...FILE, path }]))).toThrow(/relative path/);
});

test.each([
  ['two parts with one path', [CODE, FILE, FILE]],
  ['a file that is also a folder', [CODE, FILE, { ...FILE, path: 'files/src' }]],
])('%s are refused', (_, parts) => {
  expect(() => parsePartsDocument(toPartsDocument(parts))).toThrow(/same path, or one is a folder/);
});

test('a list without code, of another format, or cut off is refused', () => {
  const list = new TextDecoder().decode(toPartsDocument([CODE]));
  const parse = (text: string) => () => parsePartsDocument(new TextEncoder().encode(text));
  expect(() => parsePartsDocument(toPartsDocument([FILE]))).toThrow('One part is workflow.mjs');
  expect(parse(list.replace('"format":1', '"format":2'))).toThrow();
  expect(parse(list.slice(0, 30))).toThrow(SyntaxError);
});

test('an empty list is refused', () => {
  expect(() => parsePartsDocument(toPartsDocument([]))).toThrow(/too_small/);
});

test('a path has up to 1,000 characters, and a bundle up to 10,000 parts', () => {
  const parse = (parts: readonly BundlePart[]) => BundleParts.safeParse({ wf: 'parts', format: 1, parts }).success;
  const long = (length: number) => [CODE, { ...FILE, path: 'a'.repeat(length) }];
  expect([parse(long(1000)), parse(long(1001))]).toEqual([true, false]);
  const many = Array.from({ length: 10_000 }, (_, index) => ({ ...FILE, path: `f${index}` }));
  expect([parse([CODE, ...many.slice(1)]), parse([CODE, ...many])]).toEqual([true, false]);
});

test('files that only begin alike are in the way of none', () => {
  const parts = ['a', 'a-b', 'ab/c', 'b/a/d', 'workflow.mjs'].map((path) => ({ ...FILE, path }));
  expect(parsePartsDocument(toPartsDocument(parts.toReversed()))).toEqual(parts);
});

test.each(['a', 'a/b', 'a/b/c'])('a file below the file %s is refused, however deep', (path) => {
  // The one between them in order of their names is in no folder.
  const parts = [CODE, { ...FILE, path }, { ...FILE, path: `${path}-` }, { ...FILE, path: 'a/b/c/d' }];
  expect(() => parsePartsDocument(toPartsDocument(parts))).toThrow(/same path, or one is a folder/);
});
