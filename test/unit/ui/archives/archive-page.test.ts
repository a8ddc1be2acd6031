import { expect, test } from 'vitest';
import { archivePage } from '../../../../src/ui/archives/archive-page.ts';
import { writtenLines } from '../fixtures.ts';

const VIEW = {
  app_name: 'support',
  file: 'support.wf',
  size: 2048,
  sha256: 'ab',
  rows: { apps: 1, variant_revisions: 12, human_votes: 0 },
  artifacts: 0,
  variables: [],
  missing: [],
};

test('an archive shows its file and the rows of each table that has some', () => {
  expect(writtenLines(archivePage('Exported support.', VIEW))).toEqual([
    'Exported support.',
    '',
    'file    support.wf',
    'size    2 KB',
    'sha256  ab',
    '',
    'WHAT               COUNT',
    'apps                   1',
    'variant revisions     12',
    'bundles                0',
  ]);
});

test('what an archive does not include is named', () => {
  const page = archivePage('Exported support.', {
    ...VIEW,
    variables: ['KEY', 'TOKEN'],
    missing: ['the logs', 'keys'],
  });
  expect(writtenLines(page).slice(-5)).toEqual([
    'Not included: the values of KEY, TOKEN. Set them: wf env vars set',
    '',
    'Not included: the logs',
    '',
    'Not included: keys',
  ]);
});
