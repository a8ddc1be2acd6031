import { expect, test } from 'vitest';
import {
  isNarrowed,
  toConditions,
  toListCommand,
  type ListQuery,
} from '../../../../src/playground/labels/list-filter.tsx';

test.each<[ListQuery, object, string]>([
  [{}, { archived: 'false' }, 'wf variants list'],
  [{ find: 'a b' }, { archived: 'false', search: 'a b' }, "wf variants list --search 'a b'"],
  [{ label: 'team=x' }, { archived: 'false', label: ['team=x'] }, 'wf variants list --label team=x'],
  [{ label: 'team=' }, { archived: 'false' }, 'wf variants list'],
  [{ archived: 'true' }, { archived: 'true' }, 'wf variants list --archived'],
  [{ archived: 'other' }, { archived: 'false' }, 'wf variants list'],
])('the filter %j has the conditions %j and the command %j', (query, conditions, command) => {
  expect(toConditions(query)).toEqual(conditions);
  const written = toListCommand({ words: ['wf', 'variants', 'list'], query, isDescending: false, flags: {} });
  expect(written.replaceAll(' \\\n  ', ' ')).toBe(command);
});

test('the order and the conditions of one list come after the words', () => {
  const query = { archived: 'true', find: 'a' };
  const command = { words: ['wf', 'eval', 'list'], query, isDescending: true, flags: { '--app': 'x', '--env': '' } };
  expect(toListCommand(command)).toBe('wf eval list --archived --desc \\\n  --search a \\\n  --app x');
});

test.each<[ListQuery, boolean]>([
  [{}, false],
  [{ sort: 'name' }, false],
  [{ find: '' }, false],
  [{ sort: 'name', find: 'a' }, true],
  [{ archived: 'true' }, true],
])('whether %j leaves anything out: %s', (query, isOne) => {
  expect(isNarrowed(query)).toBe(isOne);
});
