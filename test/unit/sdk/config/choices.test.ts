import { expect, test } from 'vitest';
import { requireChoices } from '../../../../src/sdk/config/choices.ts';
import { requireConfigSchema } from '../../../../src/sdk/config/config-schema.ts';
import { groupedMultipleChoice } from '../../../../src/sdk/config/grouped-multiple-choice.ts';
import * as z from 'zod';

const invalid = (message: string) => expect.objectContaining({ code: 'WF_WORKFLOW_INVALID', message });

test.each<[unknown, string]>([
  [[], 'Tone has no choices. Give it a list of at least one string.'],
  ['plain', 'Tone has no choices. Give it a list of at least one string.'],
  [undefined, 'Tone has no choices. Give it a list of at least one string.'],
  [['plain', ''], 'Tone has the choice "". Choices are non-empty strings.'],
  [['', 1], 'Tone has the choice "". Choices are non-empty strings.'],
  [['b', 'a', 'b', 'a'], 'Tone has "b" twice. Name each choice once.'],
  [[1], 'Tone has the choice 1. Choices are non-empty strings.'],
  [['plain', 'formal', 'plain'], 'Tone has "plain" twice. Name each choice once.'],
])('%j are no choices', (choices, message) => {
  expect(() => requireChoices(choices, 'Tone')).toThrow(invalid(message));
});

test('one string is a choice, and several are', () => {
  expect(() => requireChoices(['plain'], 'Tone')).not.toThrow();
  expect(() => requireChoices(['plain', 'formal'], 'Tone')).not.toThrow();
});

test.each<[unknown]>([[{}], [null], ['plain'], [[['plain']]]])('%j are no groups', (groups) => {
  // As an author without types could write it.
  expect(() => groupedMultipleChoice(groups as never)).toThrow(
    invalid('groupedMultipleChoice() has no groups. Pass a mapping from group name to a list of strings.'),
  );
});

test('a group without choices is named', () => {
  expect(() => groupedMultipleChoice({ Warm: ['alto'], Bright: [] })).toThrow(
    invalid('Group "Bright" has no choices. Give it a list of at least one string.'),
  );
});

test.each([
  [{}, 'Mine: this is not a configuration schema. Create it with configSchema({ ... }).'],
  [z.string(), 'Mine: this is not a configuration schema. Create it with configSchema({ ... }).'],
  [null, 'Mine: this is not a configuration schema. Create it with configSchema({ ... }).'],
  [
    z.object({ words: z.int().default(1) }).refine(() => true),
    'Mine: the whole schema has a check. Use only constraints of single fields.',
  ],
])('a schema that is none is refused: %#', (schema, message) => {
  expect(() => requireConfigSchema(schema, 'Mine')).toThrow(invalid(message));
});
