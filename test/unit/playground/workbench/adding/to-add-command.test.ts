import { expect, test } from 'vitest';
import { toAddCommand } from '../../../../../src/playground/workbench/adding/to-add-command.ts';

const row = { text: "it's" };

test('a row is added to the rows that a test set has', () => {
  expect(toAddCommand({ appFlag: '', testset: { id: 't1', name: 'my cases' }, name: '', row })).toBe(
    String.raw`{ wf testsets export 'my cases'; printf '%s\n' '{"text":"it'\''s"}'; } |
  wf testsets create - \
  --name 'my cases' \
  --format jsonl`,
  );
});

test('a row becomes a new test set', () => {
  expect(toAddCommand({ appFlag: 'other', testset: undefined, name: '', row: { a: 1 } })).toBe(
    String.raw`printf '%s\n' '{"a":1}' |
  wf testsets create - \
  --app other \
  --name NAME \
  --format jsonl`,
  );
});
