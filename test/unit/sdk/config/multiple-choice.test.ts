import { describe, expect, test } from 'vitest';
import { flattenChoices, readChoices } from '../../../../src/sdk/config/choices.ts';
import { groupedMultipleChoice } from '../../../../src/sdk/config/grouped-multiple-choice.ts';
import { multipleChoice } from '../../../../src/sdk/config/multiple-choice.ts';
import { supportedLlmModels } from '../../../../src/sdk/config/supported-llm-models.ts';

describe('multipleChoice', () => {
  test('accepts only its choices', () => {
    const tone = multipleChoice(['plain', 'formal']).default('plain');
    expect(tone.parse(undefined)).toBe('plain');
    expect(tone.parse('formal')).toBe('formal');
    expect(tone.safeParse('loud').success).toBe(false);
  });

  test('keeps the order of choices, even of those that look like numbers', () => {
    expect(readChoices(multipleChoice(['10', '9', '1'])._zod.def)).toEqual(['10', '9', '1']);
  });

  test('keeps its choices through describe', () => {
    expect(readChoices(multipleChoice(['a', 'b']).describe('Which')._zod.def)).toEqual(['a', 'b']);
  });

  test.each([
    ['an empty list', [], 'multipleChoice() has no choices'],
    ['no list', 'ab', 'multipleChoice() has no choices'],
    ['a number', ['a', 1], 'multipleChoice() has the choice 1'],
    ['an empty string', ['a', ''], 'multipleChoice() has the choice ""'],
    ['a repetition', ['a', 'a'], 'multipleChoice() has "a" twice'],
  ])('refuses %s', (_what, choices, problem) => {
    expect(() => multipleChoice(choices as string[])).toThrow(problem);
  });
});

describe('groupedMultipleChoice', () => {
  test('accepts a choice of any group', () => {
    const voice = groupedMultipleChoice({ Warm: ['alto', 'tenor'], Bright: ['soprano'] }).default('alto');
    expect(['alto', 'tenor', 'soprano'].every((choice) => voice.safeParse(choice).success)).toBe(true);
    expect(voice.safeParse('Warm').success).toBe(false);
  });

  test('a choice may be in two groups', () => {
    const schema = groupedMultipleChoice({ One: ['a', 'b'], Two: ['b'] });
    expect(flattenChoices(readChoices(schema._zod.def) ?? [])).toEqual(['a', 'b']);
  });

  test.each([
    ['no groups', {}, 'groupedMultipleChoice() has no groups'],
    ['a list', ['a'], 'groupedMultipleChoice() has no groups'],
    ['null', null, 'groupedMultipleChoice() has no groups'],
    ['an empty group', { One: ['a'], Two: [] }, 'Group "Two" has no choices'],
    ['a repetition', { One: ['a', 'a'] }, 'Group "One" has "a" twice'],
  ])('refuses %s', (_what, groups, problem) => {
    expect(() => groupedMultipleChoice(groups as Record<string, string[]>)).toThrow(problem);
  });
});

test('the supported models can be the choices of a field', () => {
  const model = groupedMultipleChoice(supportedLlmModels).default('gpt-4o-mini');
  expect(model.parse(undefined)).toBe('gpt-4o-mini');
  expect(Object.keys(supportedLlmModels)).toContain('Open AI');
});
