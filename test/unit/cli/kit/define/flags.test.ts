import { expect, test } from 'vitest';
import * as Flags from '../../../../../src/cli/kit/define/flags.ts';
import { fileOf } from '../../../../../src/cli/kit/define/output-flag.ts';

test.each([
  [undefined, null],
  ['-', null],
  ['/dev/stdout', null],
  ['/dev/fd/1', null],
  ['out.csv', 'out.csv'],
])('--output %s writes to the file %j', (output, file) => {
  expect(fileOf(output)).toBe(file);
});

test('help labels a value by what it names, or as the flag says', () => {
  expect(Flags.string({ names: 'app' }).helpValue).toBe('APP');
  expect(Flags.string({ names: 'app', helpValue: 'ID' }).helpValue).toBe('ID');
  expect(Flags.string({ summary: 'Text.' })).not.toHaveProperty('helpValue');
  expect(Flags.string()).not.toHaveProperty('helpValue');
});
