import { describe, expect, test } from 'vitest';
import { parseEvaluatorSpec } from '../../../../../src/evaluation/evaluators/settings/parse-evaluator-spec.ts';
import {
  evaluatorOfSpec,
  hasSettings,
  toSpecName,
} from '../../../../../src/evaluation/evaluators/definition/spec-name.ts';

const CASED = { substring: 'a', case_sensitive: true };

test.each([
  ['exact_match', [{ key: 'auto_exact_match', settings: {} }]],
  [
    'exact_match, levenshtein_distance:threshold=3',
    [
      { key: 'auto_exact_match', settings: {} },
      { key: 'auto_levenshtein_distance', settings: { threshold: 3 } },
    ],
  ],
  [
    'contains:substring=Hello:case_sensitive=false',
    [{ key: 'auto_contains', settings: { substring: 'Hello', case_sensitive: false } }],
  ],
  ['contains_any:substrings=a\\,b', [{ key: 'auto_contains_any', settings: { substrings: 'a,b' } }]],
  ['contains_any:substrings=a\\,b\\:c\\,d', [{ key: 'auto_contains_any', settings: { substrings: 'a,b:c,d' } }]],
  ['contains_any:substrings=refund,order', [{ key: 'auto_contains_any', settings: { substrings: 'refund,order' } }]],
  ['regex_test:regex_pattern=^a{1,2}$', [{ key: 'auto_regex_test', settings: { regex_pattern: '^a{1,2}$' } }]],
  [
    'contains_any:substrings=a,b:case_sensitive=true,exact_match',
    [
      { key: 'auto_contains_any', settings: { substrings: 'a,b', case_sensitive: true } },
      { key: 'auto_exact_match', settings: {} },
    ],
  ],
  ['contains:substring=a:case_sensitive=true', [{ key: 'auto_contains', settings: CASED }]],
  ['regex:regex_pattern=(?:a|b)=\\d', [{ key: 'auto_regex_test', settings: { regex_pattern: '(?:a|b)=\\d' } }]],
  ['contains:substring=to\\:x=1', [{ key: 'auto_contains', settings: { substring: 'to:x=1' } }]],
  ['contains:substring=a=b', [{ key: 'auto_contains', settings: { substring: 'a=b' } }]],
])('%s is parsed', (text, specs) => {
  expect(parseEvaluatorSpec(text)).toEqual(specs);
});

test.each([
  ['', 'Name at least one evaluator.'],
  [' , ', 'Name at least one evaluator.'],
  ['exact_match:colour=red', 'auto_exact_match has no setting "colour". Its settings: correct_answer_key.'],
  ['contains_json:colour=red', 'auto_contains_json has no setting "colour". Its settings: none.'],
  ['exact_match:answer', 'Invalid setting "answer" of exact_match: write exact_match:NAME=VALUE.'],
  ['contains', 'Invalid settings of auto_contains: substring: Field required.'],
  [
    'levenshtein_distance:threshold=far',
    'Invalid settings of auto_levenshtein_distance: threshold: Input should be a valid number.',
  ],
  [
    'levenshtein_distance:threshold=',
    'Invalid settings of auto_levenshtein_distance: threshold: Input should be a valid number.',
  ],
  [
    'contains:substring=a:case_sensitive=1',
    'Invalid settings of auto_contains: case_sensitive: Input should be a valid boolean.',
  ],
])('%j is refused', (text, message) => {
  expect(() => parseEvaluatorSpec(text)).toThrow(message);
});

test.each([
  ['exact_match,b', 'No evaluator is called "b"'],
  [
    'contains_any:substrings=a,exact_mach',
    'After the comma, "exact_mach" may be the evaluator exact_match or belong to',
  ],
])('%s has a comma before what is no evaluator', (text, message) => {
  expect(() => parseEvaluatorSpec(text)).toThrow(message);
});

describe('with a catalogue', () => {
  const stored = { project_id: 'p', created_at: '', updated_at: '' };
  const catalogue = {
    custom: [
      {
        name: 'polite',
        key: 'polite',
        direct_use: false,
        settings_template: { words: { label: 'words', type: 'number' as const, default: 5, max: 9 } },
        tags: ['custom'],
      },
    ],
    stored: [
      {
        ...stored,
        id: '1',
        name: 'close',
        evaluator_key: 'auto_levenshtein_distance',
        settings_values: { threshold: 2 },
      },
      { ...stored, id: '2', name: 'exact_match', evaluator_key: 'auto_contains', settings_values: { substring: 'x' } },
    ],
  };

  test.each([
    ['close', [{ key: 'auto_levenshtein_distance', settings: { threshold: 2 }, id: '1' }]],
    ['polite:words=3,close', [{ key: 'polite', settings: { words: 3 } }, expect.objectContaining({ id: '1' })]],
    ['exact_match', [{ key: 'auto_exact_match', settings: {} }]],
  ])('%s names evaluators of the project, stored settings and built-in ones', (text, specs) => {
    expect(parseEvaluatorSpec(text, catalogue)).toEqual(specs);
  });

  test('only at a service of others may the name of the app follow that of a stored evaluator', () => {
    const renamed = { ...catalogue, stored: catalogue.stored.map((one) => ({ ...one, name: `${one.name} (v2)` })) };
    expect(parseEvaluatorSpec('close', { ...renamed, isOfOthers: true })).toMatchObject([{ id: '1' }]);
    expect(() => parseEvaluatorSpec('close', renamed)).toThrow(/No evaluator is called "close"/);
  });

  test('an error names the command that shows more', () => {
    const nextStepsOf = (text: string) => {
      try {
        return parseEvaluatorSpec(text, catalogue);
      } catch (error) {
        return (error as { readonly nextSteps: unknown }).nextSteps;
      }
    };
    expect(['', 'close:threshold=3', 'polite:word=1', 'polite:words', 'exact_match:a=1'].map(nextStepsOf)).toEqual([
      ['wf evaluators list'],
      ['wf evaluators list'],
      ['wf evaluators show polite'],
      ['wf evaluators show polite'],
      ['wf evaluators show auto_exact_match'],
    ]);
  });

  test.each([
    ['polit', /Did you mean polite\?/],
    ['clos', /Did you mean close\b/],
    ['polite:words=10', /Invalid settings of polite: words:/],
    ['polite:word=1', /polite has no setting "word"\. Its settings: words\./],
    ['close:threshold=3', /close is stored with its settings and takes no others/],
    ['close:threshold', /Invalid setting "threshold" of close/],
    ['polite:words', /Invalid setting "words" of polite: write polite:NAME=VALUE/],
  ])('%s is refused', (text, message) => {
    expect(() => parseEvaluatorSpec(text, catalogue)).toThrow(message);
  });
});

test('a configuration is named after its evaluator and its settings', () => {
  expect(toSpecName('auto_exact_match', {})).toBe('exact_match');
  expect(toSpecName('auto_regex_test', { regex_pattern: '^a:b', regex_should_match: false })).toBe(
    'regex_test:regex_pattern=^a:b:regex_should_match=false',
  );
});

test.each([
  ['exact_match', 'exact_match', false],
  ['regex_test:regex_pattern=^a:b', 'regex_test', true],
  ['', '', false],
])('%j names the evaluator %j', (name, evaluator, isSpec) => {
  expect([evaluatorOfSpec(name), hasSettings(name)]).toEqual([evaluator, isSpec]);
});
