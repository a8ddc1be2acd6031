import { expect, test } from 'vitest';
import { sharingText } from '../../../../src/ui/deployments/sharing-text.ts';

const FIELD = { field: 'prompt', routes: ['/summary', '/brief'] };

test('nothing is reported if no field changes hands', () => {
  expect(sharingText([])).toEqual([]);
});

test.each([
  [
    'split',
    [],
    'prompt was one field; now /summary and /brief declare it differently: /summary:prompt, /brief:prompt.',
  ],
  [
    'split',
    ['default', 'formal'],
    'prompt was one field; now /summary and /brief declare it differently: /summary:prompt, /brief:prompt. The value of default, formal applies to all of them until they get their own.',
  ],
  ['joined', [], 'prompt was a field of each route; now /summary and /brief share it.'],
  [
    'joined',
    ['default'],
    'prompt was a field of each route; now /summary and /brief share it. Values of their own still win in default, until --unset removes them.',
  ],
] as const)('a %s field that %j store', (kind, stored_by, text) => {
  expect(JSON.stringify(sharingText([{ ...FIELD, kind, stored_by }]))).toContain(JSON.stringify(text));
});
