import { expect, test } from 'vitest';
import { CHOICES } from '../../../../../src/contract/human-evaluations/voting.ts';
import {
  isSwapped,
  seenOrder,
  toChoice,
  toVote,
} from '../../../../../src/service/human-evaluations/voting/voting-order.ts';

test('a stored choice is shown as it was made, in either order', () => {
  for (const seen of [
    ['a', 'b'],
    ['b', 'a'],
  ]) {
    for (const choice of [...CHOICES, null]) expect(toChoice(toVote(choice, seen), seen)).toBe(choice);
  }
});

test("about half of a voter's cases are swapped, always the same ones", () => {
  const cases = Array.from({ length: 1000 }, (_, index) => `case ${index}`);
  const swapped = cases.filter((id) => isSwapped('ana', id));
  expect(Math.abs(swapped.length - 500)).toBeLessThan(80);
  expect(cases.filter((id) => isSwapped('ana', id))).toEqual(swapped);
  expect(cases.filter((id) => isSwapped('ben', id))).not.toEqual(swapped);
  expect(cases.map((id) => seenOrder(['a', 'b'], 'ana', id)[0] === 'b')).toEqual(
    cases.map((id) => isSwapped('ana', id)),
  );
});

test('the order in which a voter sees a case never changes', () => {
  const swapped = Array.from({ length: 8 }, (_, index) => isSwapped('ana', `case ${index}`));
  expect(swapped).toEqual([true, true, true, false, false, false, true, true]);
});
