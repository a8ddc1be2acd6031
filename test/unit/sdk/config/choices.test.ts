import { expect, test } from 'vitest';
import {
  flattenChoices,
  groupedMultipleChoice,
  multipleChoice,
  readChoices,
} from '../../../../src/sdk/config/choices.ts';

test('a choice accepts only its strings', () => {
  const tone = multipleChoice(['plain', 'formal']).default('plain');
  expect([tone.parse(undefined), tone.parse('formal'), tone.safeParse('loud').success]).toEqual([
    'plain',
    'formal',
    false,
  ]);
});

test('the order of choices stays, even of those that look like numbers', () => {
  expect(readChoices(multipleChoice(['10', '9', '1']).describe('Which')._zod.def)).toEqual(['10', '9', '1']);
});

test('a grouped choice accepts the strings of every group, and no group', () => {
  const voice = groupedMultipleChoice({ Warm: ['alto', 'tenor'], Bright: ['soprano', 'alto'] });
  expect(['alto', 'tenor', 'soprano', 'Warm'].map((choice) => voice.safeParse(choice).success)).toEqual([
    true,
    true,
    true,
    false,
  ]);
  expect(flattenChoices(readChoices(voice._zod.def) ?? [])).toEqual(['alto', 'tenor', 'soprano']);
});

test.each<[unknown, string]>([
  [[], 'multipleChoice() has no choices. Give it a list of at least one string.'],
  ['plain', 'multipleChoice() has no choices. Give it a list of at least one string.'],
  [undefined, 'multipleChoice() has no choices. Give it a list of at least one string.'],
  [['plain', ''], 'multipleChoice() has the choice "". Choices are non-empty strings.'],
  [[1], 'multipleChoice() has the choice 1. Choices are non-empty strings.'],
  [['plain', 'formal', 'plain'], 'multipleChoice() has "plain" twice. Name each choice once.'],
])('%j are no choices', (choices, message) => {
  // As an author without types could write it.
  expect(() => multipleChoice(choices as never)).toThrow(
    expect.objectContaining({ code: 'WF_WORKFLOW_INVALID', message }),
  );
});

const NO_GROUPS = 'groupedMultipleChoice() has no groups. Pass a mapping from group name to a list of strings.';

test.each<[unknown, string]>([
  [{}, NO_GROUPS],
  [null, NO_GROUPS],
  ['plain', NO_GROUPS],
  [[['plain']], NO_GROUPS],
  [{ Warm: ['alto'], Bright: [] }, 'Group "Bright" has no choices. Give it a list of at least one string.'],
  [{ Warm: ['alto', 'alto'] }, 'Group "Warm" has "alto" twice. Name each choice once.'],
])('%j are no groups', (groups, message) => {
  expect(() => groupedMultipleChoice(groups as never)).toThrow(
    expect.objectContaining({ code: 'WF_WORKFLOW_INVALID', message }),
  );
});
