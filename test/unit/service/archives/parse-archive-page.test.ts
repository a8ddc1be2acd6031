import { expect, test } from 'vitest';
import { parseArchivePage } from '../../../../src/service/archives/parse-archive-page.ts';

const REVISION = '{"id":"r","variant_id":"v","revision":1,"parameters":"{}"}';

test('each line is a row, and a line break at the end adds none', () => {
  const row = { id: 'r', variant_id: 'v', revision: 1, parameters: '{}' };
  expect(parseArchivePage(`${REVISION}\n${REVISION}\n`, 'variant_revisions', 1)).toEqual([row, row]);
  expect(parseArchivePage(REVISION, 'variant_revisions', 1)).toEqual([row]);
  expect(parseArchivePage('', 'variant_revisions', 1)).toEqual([]);
});

test('a column of JSON may be empty', () => {
  expect(parseArchivePage('{"id":"e","protection":null}', 'environments', 1)).toEqual([{ id: 'e', protection: null }]);
});

test.each([
  ['{', 'apps', 'tables/apps, page 2, line 1: this is not a row of an archive.'],
  ['[]', 'apps', 'tables/apps, page 2, line 1: this is not a row of an archive.'],
  ['{"id":"a"}\n\n', 'apps', 'tables/apps, page 2, line 2: this is not a row of an archive.'],
  [
    '{"id":"a","project_id":"p"}',
    'apps',
    'tables/apps, page 2, line 1: an archive must not contain column project_id.',
  ],
  ['{"name":"a"}', 'apps', 'tables/apps, page 2, line 1: column id is missing.'],
  ['{"id":null}', 'apps', 'tables/apps, page 2, line 1: column id is missing.'],
  [
    '{"revision_id":"r","cells":"{}"}',
    'testset_revision_rows',
    'tables/testset_revision_rows, page 2, line 1: column position is missing.',
  ],
  [
    `${REVISION}\n{"id":"r","parameters":"{"}`,
    'variant_revisions',
    'tables/variant_revisions, page 2, line 2: parameters is not JSON.',
  ],
  [
    '{"id":"a","name":"a"}\n{"id":"a"}',
    'apps',
    "tables/apps, page 2, line 2: its columns differ from the first line's.",
  ],
] as const)('the page %j is refused', (text, table, message) => {
  expect(() => parseArchivePage(text, table, 2)).toThrow(
    expect.objectContaining({ code: 'WF_INVALID_INPUT', message }),
  );
});
