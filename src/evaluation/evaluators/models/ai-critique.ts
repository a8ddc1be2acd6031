import * as z from 'zod';
import { judgeWithModel, checkVotes, inputsOf, reasonedResult, VOTES, votesOf } from './judge-with-model.ts';
import { type Message, quoteAnswer } from '../../judges/ask-model.ts';
import { readScore } from '../../judges/read-score.ts';
import {
  MODEL,
  CORRECT_ANSWER_KEY,
  type EvaluatorDefinition,
  type EvaluatorSettings,
  setting,
} from '../definition/evaluator-definition.ts';
import type { ScoreRange } from '../../statistics/score-range.ts';
import { errorResult } from '../../results/create-result.ts';
import { expectedColumn, toCell } from '../definition/read-answers.ts';

const PROMPT: readonly Message[] = [
  {
    role: 'system',
    content:
      'You grade the output of an application. Compare it with the correct answer, where there is one, and give a whole number from {{min_score}}, useless, to {{max_score}}, as good as can be.',
  },
  {
    role: 'user',
    content: 'Inputs: {{inputs}}\n\nOutput: {{prediction}}\n\nCorrect answer: {{correct_answer}}',
  },
];

const Prompt = z
  .array(z.strictObject({ role: z.enum(['system', 'user', 'assistant']), content: z.string().min(1) }))
  .min(1);

/** A custom prompt may not name the scale, so the requested structure does. */
function scoreSchema({ low, high }: ScoreRange) {
  return z.strictObject({ explanation: z.string(), score: z.number().describe(`From ${low} to ${high}.`) });
}

const LEAST = 0;
const GREATEST = 10;

function scaleOf({ min_score = LEAST, max_score = GREATEST }: EvaluatorSettings): ScoreRange {
  return { low: Number(min_score), high: Number(max_score) };
}

export const aiCritique: EvaluatorDefinition = {
  evaluator: {
    name: 'AI critique',
    key: 'auto_ai_critique',
    direct_use: false,
    requires_llm_api_keys: true,
    settings_template: {
      prompt_template: setting(
        'Prompt',
        'messages',
        'Messages that ask for a score. Placeholders: {{prediction}}, {{correct_answer}}, {{inputs}}, {{min_score}}, {{max_score}} and {{COLUMN}} of the row; single braces work too.',
        { default: PROMPT, required: true },
      ),
      correct_answer_key: {
        ...CORRECT_ANSWER_KEY,
        description: 'Column with the expected answer, where there is one.',
      },
      min_score: setting('Least score', 'number', 'The lowest score that the prompt asks for.', {
        default: LEAST,
        advanced: true,
      }),
      max_score: setting(
        'Greatest score',
        'number',
        'The highest score that the prompt asks for. A score outside of this scale is an error of its row.',
        { default: GREATEST, advanced: true },
      ),
      model: MODEL,
      votes: VOTES,
      version: { label: 'Version', type: 'hidden', default: '2', required: false },
    },
    description: 'Score from a model, as a number, with its reason. The cost of the model is shown separately.',
    tags: ['ai_llm'],
  },
  version: 3,
  modelCalls: votesOf,
  range: scaleOf,
  basis: 'row',
  isAnswerOptional: true,
  check: async ({ prompt_template, ...settings }) => {
    const { low, high } = scaleOf(settings);
    if (low >= high) return { setting: 'max_score', message: 'Input should be greater than min_score' };
    if (Prompt.safeParse(prompt_template).success) return await checkVotes(settings);
    const message = 'Input should be messages, such as [{"role": "user", "content": "Score this: {{prediction}}"}]';
    return { setting: 'prompt_template', message };
  },
  prepare: (settings, tools) => {
    const prompt = Prompt.parse(settings['prompt_template']);
    const column = expectedColumn(settings);
    const scale = scaleOf(settings);
    const schema = scoreSchema(scale);
    return ({ output, row }, signal) => {
      const inputs = inputsOf(row, settings);
      const expected = toCell(row[column] ?? '');
      const prediction = toCell(output ?? '');
      const values = {
        ...inputs,
        min_score: String(scale.low),
        max_score: String(scale.high),
        inputs: JSON.stringify(inputs),
        prediction,
        output: prediction,
        variant_output: prediction,
        correct_answer: expected,
        ground_truth: expected,
      };
      const messages = prompt.map(({ role, content }) => ({ role, content: fillIn(content, values) }));
      return judgeWithModel(settings, tools, signal, async (ask) => {
        let answer = '';
        // A custom prompt may ask for a plain number, so the answer is read leniently.
        const read = (content: string) => {
          answer = content;
          const found = readScore(content, scale);
          return found === undefined ? undefined : { explanation: found.reason, score: found.score };
        };
        const { score, explanation } = await ask({ messages, name: 'critique', schema, read });
        if (score >= scale.low && score <= scale.high) return reasonedResult(score, explanation);
        return errorResult(
          `The score ${score} is outside of its scale from ${scale.low} to ${scale.high}, which min_score and max_score set. The model answered ${quoteAnswer(answer)}`,
        );
      });
    };
  },
};

/**
 * Fills the placeholders `{name}` and `{{name}}` of a text in one pass, so that braces in a value stay. A placeholder
 * without a value stays, so that a prompt may contain JSON.
 */
export function fillIn(template: string, values: Readonly<Record<string, string>>): string {
  return template.replaceAll(/\{\{\s*([^{}\s]+)\s*\}\}|\{([^{}\s]+)\}/g, (whole, double?: string, single?: string) => {
    const name = double ?? single ?? '';
    return Object.hasOwn(values, name) ? (values[name] ?? '') : whole;
  });
}
