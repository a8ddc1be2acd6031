import { expect, test } from 'vitest';
import { lackingPage } from '../../../../src/ui/layout/lacking-page.ts';
import { writtenLines } from '../fixtures.ts';

test('each part that the service lacks has a sentence', () => {
  expect(writtenLines(lackingPage(['labels', 'stored bundles']))).toEqual([
    'The service lacks labels.',
    '',
    'The service lacks stored bundles.',
  ]);
  expect(lackingPage()).toEqual([]);
});
