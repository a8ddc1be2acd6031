import { expect, test } from 'vitest';
import { idsOf } from '../../../../../src/cli/kit/output/ids-of.ts';

const FIELDS = [
  'id',
  '_id',
  'variant_id',
  'evaluation_id',
  'testset_id',
  'key',
  'name',
  'app_id',
  'path',
  'sha256',
  'url',
];

test.each(FIELDS.map((field, index) => [field, FIELDS.slice(index)] as const))(
  '%s comes before all that are less specific',
  (field, fields) => {
    const record = Object.fromEntries(fields.toReversed().map((name) => [name, `the ${name}`]));
    expect(idsOf(record)).toEqual([`the ${field}`]);
  },
);

test.each<[unknown, string[]]>([
  [{ id: '', name: 'a' }, ['a']],
  [{ id: 3, name: 'a' }, ['a']],
  [{ id: null, other: 'b' }, []],
  [
    [{ id: 'a' }, {}, [{ name: 'b' }]],
    ['a', 'b'],
  ],
  ['a', []],
  [null, []],
  [undefined, []],
])('%j has the ids %j', (document, ids) => {
  expect(idsOf(document)).toEqual(ids);
});
