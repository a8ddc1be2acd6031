import { expect, test } from 'vitest';
import {
  formatMigration,
  type MigrationStep,
  parseMigration,
  toMigrationText,
} from '../../../../../src/contract/deployments/compatibility/parse-migration.ts';

test.each<[string, MigrationStep]>([
  ['rename:prompt=system', { kind: 'rename', field: 'prompt', to: 'system' }],
  ['rename:/summary:words=/brief:words', { kind: 'rename', field: '/summary:words', to: '/brief:words' }],
  ['rename:/summary=/brief', { kind: 'rename', field: '/summary', to: '/brief' }],
  ['map:model:gpt-4=gpt-5', { kind: 'map', field: 'model', from: 'gpt-4', to: 'gpt-5' }],
  ['map:/a:model:gpt-4=gpt-5', { kind: 'map', field: '/a:model', from: 'gpt-4', to: 'gpt-5' }],
  ['map:model:ft:one=x/', { kind: 'map', field: 'model', from: 'ft:one', to: 'x/' }],
  ['map:path:/x=a=b', { kind: 'map', field: 'path', from: '/x', to: 'a=b' }],
  ['map:/a:gpt-4=gpt-5', { kind: 'map', field: '/a', from: 'gpt-4', to: 'gpt-5' }],
  ['map:model:=new', { kind: 'map', field: 'model', from: '', to: 'new' }],
  ['default:words', { kind: 'default', field: 'words' }],
  ['clamp:/summary:words', { kind: 'clamp', field: '/summary:words' }],
  ['drop:a:b', { kind: 'drop', field: 'a:b' }],
])('%s is read, and written as it was', (text, step) => {
  expect(parseMigration(text)).toEqual(step);
  expect(formatMigration(step)).toBe(text);
});

test.each(['', 'drop', 'move:a=b', 'Rename:a=b'])('%j is no migration', (text) => {
  expect(() => parseMigration(text)).toThrow(`The migration ${JSON.stringify(text)} was not checked.`);
});

test.each([
  ['text', 'text'],
  ['', ''],
  [3, '3'],
  [null, 'null'],
  [undefined, 'null'],
  [['a', 1], '["a",1]'],
])('%j is written as %s', (value, text) => {
  expect(toMigrationText(value)).toBe(text);
});
