import { canonicalJson } from '../../hashing/content-keys.ts';
import { boolResult } from '../../results/create-result.ts';
import {
  CORRECT_ANSWER_KEY,
  type EvaluatorDefinition,
  CASE_SENSITIVE,
  type EvaluatorSettings,
  type SettingProblem,
  setting,
} from '../definition/evaluator-definition.ts';
import { jsonOf, readExpected, readText, textOf, toCell } from '../definition/read-answers.ts';
import type { EvaluatorSetting } from '../../../contract/evaluators/evaluator.ts';

/** True when the output equals the expected answer: as text, or as JSON when that is an object or a list. */
export const exactMatch: EvaluatorDefinition = {
  evaluator: {
    name: 'Exact match',
    key: 'auto_exact_match',
    direct_use: true,
    settings_template: { correct_answer_key: CORRECT_ANSWER_KEY },
    description: 'True when the output equals the expected answer.',
    tags: ['functional'],
  },
  version: 2,
  // Equality takes no longer than reading the answer did.
  steps: () => () => 0,
  isPassFail: () => true,
  prepare: (settings) => {
    return ({ output, row }) => {
      const expected = readExpected(settings, row);
      if (!expected.ok) return expected.result;
      if (typeof expected.value === 'object' && expected.value !== null) {
        return boolResult(canonicalJson(jsonOf(output)) === canonicalJson(expected.value));
      }
      const text = readText(output);
      return text.ok ? boolResult(text.value === toCell(expected.value)) : text.result;
    };
  },
};

const SUBSTRINGS: EvaluatorSetting = setting(
  'Substrings',
  'string',
  'Texts to find, separated by commas; blanks around each are ignored.',
  { required: true },
);

export const contains: EvaluatorDefinition = defineTextTest({
  name: 'Contains',
  key: 'auto_contains',
  description: 'True when the output contains the substring.',
  setting: ['substring', setting('Substring', 'string', 'Text to find.', { required: true })],
  test: (text, wanted) => text.includes(wanted),
});

export const containsAny: EvaluatorDefinition = defineTextTest({
  name: 'Contains any',
  key: 'auto_contains_any',
  description: 'True when the output contains at least one of the substrings.',
  setting: ['substrings', SUBSTRINGS],
  test: (text, wanted) => splitSubstrings(wanted).some((substring) => text.includes(substring)),
  check: requireSubstrings,
});

export const containsAll: EvaluatorDefinition = defineTextTest({
  name: 'Contains all',
  key: 'auto_contains_all',
  description: 'True when the output contains all of the substrings.',
  setting: ['substrings', SUBSTRINGS],
  test: (text, wanted) => splitSubstrings(wanted).every((substring) => text.includes(substring)),
  check: requireSubstrings,
});

export const startsWith: EvaluatorDefinition = defineTextTest({
  name: 'Starts with',
  key: 'auto_starts_with',
  description: 'True when the output starts with the prefix.',
  setting: ['prefix', setting('Prefix', 'string', 'What the output must start with.', { required: true })],
  test: (text, wanted) => text.startsWith(wanted),
});

export const endsWith: EvaluatorDefinition = defineTextTest({
  name: 'Ends with',
  key: 'auto_ends_with',
  description: 'True when the output ends with the suffix.',
  setting: ['suffix', setting('Suffix', 'string', 'What the output must end with.', { required: true })],
  test: (text, wanted) => text.endsWith(wanted),
});

interface TextTest {
  readonly name: string;
  readonly key: string;
  readonly description: string;
  /** Name and template of the setting besides case sensitivity. */
  readonly setting: readonly [string, EvaluatorSetting];
  readonly test: (text: string, wanted: string) => boolean;
  readonly check?: EvaluatorDefinition['check'];
}

function defineTextTest(definition: TextTest): EvaluatorDefinition {
  const {
    name,
    key,
    description,
    setting: [settingName, template],
    test,
    check,
  } = definition;
  return {
    evaluator: {
      name,
      key,
      direct_use: false,
      settings_template: { [settingName]: template, case_sensitive: CASE_SENSITIVE },
      description,
      tags: ['classifiers'],
    },
    version: 1,
    // Dozens of characters are compared at a time.
    steps: (settings) => {
      const { length } = String(settings[settingName]);
      return ({ output }) => ((textOf(output)?.length ?? 0) * length) / 64;
    },
    isPassFail: () => true,
    ...(check === undefined ? {} : { check }),
    prepare: (settings) => {
      const fold = caseFolding(settings);
      const wanted = fold(String(settings[settingName]));
      return ({ output }) => {
        const text = readText(output);
        return text.ok ? boolResult(test(fold(text.value), wanted)) : text.result;
      };
    },
  };
}

function caseFolding(settings: EvaluatorSettings): (text: string) => string {
  return settings['case_sensitive'] === false ? (text) => text.toLowerCase() : (text) => text;
}

/** Without substrings, "any" would never pass and "all" always. */
async function requireSubstrings({ substrings }: EvaluatorSettings): Promise<SettingProblem | null> {
  if (splitSubstrings(String(substrings)).length > 0) return null;
  return { setting: 'substrings', message: 'Input should have at least one substring' };
}

function splitSubstrings(list: string): string[] {
  return list
    .split(',')
    .map((substring) => substring.trim())
    .filter((substring) => substring !== '');
}
