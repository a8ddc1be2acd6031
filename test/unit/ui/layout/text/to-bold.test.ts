import { expect, test } from 'vitest';
import { toBold } from '../../../../../src/ui/layout/text/to-bold.ts';

test('a text is bold only with colour', () => {
  expect([toBold('NAME', true), toBold('NAME', false)]).toEqual(['\u001b[1mNAME\u001b[22m', 'NAME']);
});
