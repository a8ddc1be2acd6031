import { expect, test } from 'vitest';
import { TestsetRow } from '../../../../src/playground/workbench/testset-row.tsx';
import { fakeBrowser } from '../../../helpers/page/fake-browser.ts';
import { mount } from '../../../helpers/page/mount.ts';
import { TESTSETS } from '../../../helpers/page/open-routes.tsx';

async function openRow() {
  const browser = fakeBrowser({
    answers: {
      [TESTSETS]: [
        { id: 'u', name: 'more' },
        { id: 't', name: 'cases' },
      ],
      'GET /testsets/t': { csvdata: ['a', 'b', 'c'].map((text) => ({ text })) },
      'GET /testsets/u': { csvdata: [] },
    },
  });
  const done: unknown[] = [];
  const shown = await mount(
    <TestsetRow onLoad={(row) => done.push(row)} onOpen={(testsetId) => done.push(testsetId)} />,
  );
  return {
    shown,
    done,
    number: () => shown.root.all.find(({ props }) => props['type'] === 'number')?.props['value'],
    [Symbol.asyncDispose]: async () => {
      await shown[Symbol.asyncDispose]();
      browser[Symbol.dispose]();
    },
  };
}

test('rows are loaded one after another, up to the last', async () => {
  await using row = await openRow();
  const { shown, done } = row;
  expect(shown.markup).not.toContain('Load row');
  await shown.enter('Test set', 't');
  expect(shown.markup).toContain('"Row, of 3"');
  expect(shown.markup).toContain('min=1 max=3 value=1');
  await shown.click('Load row');
  await shown.click('Next row');
  await shown.click('Next row');
  expect([done, row.number()]).toEqual([[{ text: 'a' }, { text: 'b' }, { text: 'c' }], 3]);
  await expect(shown.click('Next row')).rejects.toThrow('Next row is disabled');
  await shown.click('All rows');
  expect(done.at(-1)).toBe('t');
});

test.each([
  ['2', 2],
  ['3', 3],
  ['4', 3],
  ['0', 1],
  ['-7', 1],
])('the row %s is row %i of three', async (typed, number) => {
  await using row = await openRow();
  await row.shown.enter('Test set', 't');
  await row.shown.enter('Row, of 3', typed);
  expect(row.number()).toBe(number);
});

test('another test set begins at its first row, an empty one has none', async () => {
  await using row = await openRow();
  await row.shown.enter('Test set', 't');
  await row.shown.enter('Row, of 3', '3');
  await row.shown.enter('Test set', 'u');
  expect(row.shown.markup).not.toContain('Load row');
  await row.shown.enter('Test set', 't');
  expect(row.number()).toBe(1);
});
