import { expect, test } from 'vitest';
import { createNearDuplicateFinder } from '../../../../../src/evaluation/testset/check/find-near-duplicates.ts';

const TEXT = 'I was charged twice for the same month, and I would like to have one of the two payments refunded soon.';

/** Reads what is found among texts, whose rows are numbered from 1. */
function find(texts: readonly string[], most?: number) {
  const finder = createNearDuplicateFinder(most);
  for (const [index, text] of texts.entries()) finder.add(text, index + 1);
  return { checked: finder.checked(), groups: finder.read() };
}

test('texts that differ in a word, in case or in punctuation are alike', () => {
  const others = [TEXT.replace('soon', 'today'), TEXT.toUpperCase(), TEXT.replaceAll(',', ' –')];
  expect(find([TEXT, 'Where is my parcel?', ...others])).toEqual({
    checked: 5,
    groups: [expect.objectContaining({ rows: [1, 3, 4, 5] })],
  });
});

test('texts of other words, empty texts and the same text are not', () => {
  const other =
    'The weather in Paris is nice today, but tomorrow it will rain in all of the country, they say on the radio.';
  expect(find([TEXT, other, TEXT, '', '…', ''])).toEqual({ checked: 6, groups: [] });
});

test('texts of less than three letters are compared, too', () => {
  expect(find(['a', 'A!', 'b'])).toMatchObject({ groups: [{ rows: [1, 2] }] });
});

test('texts after the limit are not compared', () => {
  const texts = [TEXT, 'Where is my parcel?', TEXT.toUpperCase()];
  expect(find(texts, 2)).toEqual({ checked: 2, groups: [] });
  expect(find(texts, 3)).toMatchObject({ checked: 3, groups: [{ rows: [1, 3] }] });
});

test('among thousands of texts, the few that are alike are found', () => {
  const texts = Array.from({ length: 2100 }, (_, index) => `${index} ${(index * 7919) % 10_007} ${index ** 2} ticket`);
  const alike = [...texts];
  alike[3] = TEXT;
  alike[1500] = TEXT.toUpperCase();
  alike[2099] = TEXT.toLowerCase();
  expect(find(alike).groups).toEqual([expect.objectContaining({ rows: [4, 1501, 2100] })]);
});
