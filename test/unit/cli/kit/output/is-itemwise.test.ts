import { expect, test } from 'vitest';
import { openJq } from '../../../../../src/cli/kit/output/open-jq.ts';
import { isItemwise } from '../../../../../src/cli/kit/output/is-itemwise.ts';

const RECORDS = [
  { id: 'a', n: 1, tags: ['x', 'y'], of: { name: 'one' } },
  { id: 'b', n: 2, tags: [], of: { name: 'two' } },
  { id: 'c', n: null, tags: ['z'], of: { name: 'three' } },
];

const ITEMWISE = [
  '.[]',
  ' .[] ',
  '.[]?',
  '.[].id',
  '.[].of.name',
  '.[].of["name"]',
  '.[]["id"]',
  '.[]."id"',
  '.[].tags[]',
  '.[].tags[0]',
  '.[]|.id',
  '.[] | select(.n == 1) | .id',
  '.[] | [.id, .n] | @tsv',
  '.[] | .id, .n',
  '.[] | .n // "none"',
  '.[] | {id, name: .of.name}',
  '.[] | "\\(.id) | \\(.n)"',
  '.[] | .tags | length',
  '.[] | . as $record | $record.tags[] | "\\($record.id) \\(.)"',
  '.[] | limit(1; .tags[])',
];

test.each(ITEMWISE)('%s treats each item for itself, as jq does', async (filter) => {
  expect(isItemwise(filter)).toBe(true);
  const jq = openJq(filter);
  const whole = await jq(RECORDS);
  const inParts: string[] = [];
  for (const record of RECORDS) inParts.push(await jq([record]));
  expect(lines(inParts)).toEqual(lines([whole]));
});

test.each([
  '.',
  'length',
  '.[0]',
  '.[1:]',
  'map(.id)',
  '[.[] | .id]',
  '.[], length',
  '.[].n // "none"',
  '.[] + 1',
  '.[].n |= 2',
  '.[] as $x | length',
  '.[].n = 3',
  'first(.[])',
  'limit(1; .[])',
  '.[] | input',
  '.[] | halt',
  '.[] | ., halt_error',
  '.[].n and true',
  '(.[])',
  '# all\n.[]',
])('%s may need the whole list', (filter) => {
  expect(isItemwise(filter)).toBe(false);
});

function lines(texts: readonly string[]): string[] {
  return texts.flatMap((text) => text.split('\n')).filter((line) => line !== '');
}
