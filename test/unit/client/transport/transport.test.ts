import { expect, test } from 'vitest';
import { flattenHeaders } from '../../../../src/client/transport/transport.ts';

test('names are in lower case, repeated values are joined, and missing ones are left out', () => {
  expect(flattenHeaders({ 'X-One': 'a', Link: ['b', 'c'], 'x-none': undefined })).toEqual({
    'x-one': 'a',
    link: 'b, c',
  });
});
