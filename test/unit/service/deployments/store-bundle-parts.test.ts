import { expect, test } from 'vitest';
import { storeBundleParts } from '../../../../src/service/deployments/store-bundle-parts.ts';
import { insertBare } from '../../../helpers/insert-bare.ts';
import { openBare } from '../../../helpers/open-bare.ts';

const hashOf = (number: number) => String(number).padStart(64, '0');
const START = '{"wf":"parts","format":1,"parts":';
const partsOf = (count: number) =>
  Array.from({ length: count }, (_, index) => {
    return { path: index === 0 ? 'workflow.mjs' : `files/${index}.md`, sha256: hashOf(index), size: 1 };
  });

/** Stores a bundle whose code is stored, and returns the parts that are recorded. */
async function store(document: string) {
  const { db } = await openBare();
  await insertBare(db, 'artifacts', [{ sha256: 'bundle' }, { sha256: hashOf(0) }]);
  await storeBundleParts(db, { id: 'k', name: 'ann', role: 'author' }, 'bundle', new TextEncoder().encode(document));
  return (await db.selectFrom('bundle_parts').selectAll().execute()).map(({ sha256 }) => sha256);
}

test('the parts of a bundle are recorded; code has none', async () => {
  expect(await store(`${START}${JSON.stringify(partsOf(1))}}`)).toEqual([hashOf(0)]);
  expect(await store('export {};')).toEqual([]);
});

test('twenty parts that are not stored are named at most', async () => {
  const error = await store(`${START}${JSON.stringify(partsOf(30))}}`).catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({
    code: 'WF_INVALID_INPUT',
    message: 'Parts of the bundle are not stored.',
    details: Array.from({ length: 20 }, (_, index) => ({
      loc: ['body', 'parts', index + 1, 'sha256'],
      msg: `files/${index + 1}.md is not stored: upload it first`,
      type: 'missing',
    })),
  });
});

test.each([
  ['no JSON', `${START}[`, [], 'It is not JSON'],
  [
    'a path upwards',
    `${START}${JSON.stringify([...partsOf(1), { path: '../x', sha256: hashOf(1), size: 1 }])}}`,
    ['parts', 1, 'path'],
    'Write a relative path with forward slashes, without . and ..',
  ],
  ['no code', `${START}${JSON.stringify(partsOf(2).slice(1))}}`, [], 'One part is workflow.mjs'],
])('a list with %s is invalid', async (_, document, path, msg) => {
  const error = await store(document).catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({
    code: 'WF_INVALID_INPUT',
    message: "The list of the bundle's parts is invalid.",
    details: [{ loc: ['body', ...path], msg, type: 'value_error' }],
  });
});

test('a list has 2 MiB at most; code may be larger', async () => {
  const size = 2 * 1024 * 1024;
  const list = `${START}${JSON.stringify(partsOf(1))}}`;
  expect(await store(list.padEnd(size))).toEqual([hashOf(0)]);
  await expect(store(list.padEnd(size + 1))).rejects.toMatchObject({
    code: 'WF_INVALID_INPUT',
    message: "The list of the bundle's parts is larger than 2 MiB.",
    details: [{ loc: ['body'], msg: 'Input should have at most 2 MiB', type: 'too_long' }],
  });
  expect(await store('export {};'.padEnd(size + 1))).toEqual([]);
});
