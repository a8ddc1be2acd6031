import * as z from 'zod';
import type { Message } from '../../judges/ask-model.ts';
import { judgeWithModel, checkVotes, inputsOf, reasonedResult, VOTES, votesOf } from './judge-with-model.ts';
import { readScore } from '../../judges/read-verdict.ts';
import { MODEL, CORRECT_ANSWER_KEY, type EvaluatorDefinition, setting } from '../definition/evaluator-definition.ts';
import { expectedColumn, toCell } from '../definition/read-answers.ts';

const PROMPT: readonly Message[] = [
  {
    role: 'system',
    content:
      'You grade the output of an application. Compare it with the correct answer, where there is one, and give a whole number from 0, useless, to 10, as good as can be.',
  },
  {
    role: 'user',
    content: 'Inputs: {{inputs}}\n\nOutput: {{prediction}}\n\nCorrect answer: {{correct_answer}}',
  },
];

const Prompt = z
  .array(z.strictObject({ role: z.enum(['system', 'user', 'assistant']), content: z.string().min(1) }))
  .min(1);

const Score = z.strictObject({ explanation: z.string(), score: z.number() });

/** A custom prompt may ask for a plain number, so the answer is read leniently. */
function readCritique(content: string): z.output<typeof Score> | undefined {
  const read = readScore(content);
  return read === undefined ? undefined : { explanation: read.reason, score: read.score };
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
        'Messages that ask for a score. Placeholders: {{prediction}}, {{correct_answer}}, {{inputs}} and {{COLUMN}} of the row; single braces work too.',
        { default: PROMPT, required: true },
      ),
      correct_answer_key: {
        ...CORRECT_ANSWER_KEY,
        description: 'Column with the expected answer, where there is one.',
      },
      model: MODEL,
      votes: VOTES,
      version: { label: 'Version', type: 'hidden', default: '2', required: false },
    },
    description: 'Score from a model, as a number, with its reason. The cost of the model is shown separately.',
    tags: ['ai_llm'],
  },
  version: 2,
  modelCalls: votesOf,
  range: () => null,
  basis: 'row',
  isAnswerOptional: true,
  check: async ({ prompt_template, ...settings }) => {
    if (Prompt.safeParse(prompt_template).success) return await checkVotes(settings);
    const message = 'Input should be messages, such as [{"role": "user", "content": "Score this: {{prediction}}"}]';
    return { setting: 'prompt_template', message };
  },
  prepare: (settings, tools) => {
    const prompt = Prompt.parse(settings['prompt_template']);
    const column = expectedColumn(settings);
    return ({ output, row }, signal) => {
      const inputs = inputsOf(row, settings);
      const expected = toCell(row[column] ?? '');
      const prediction = toCell(output ?? '');
      const values = {
        ...inputs,
        inputs: JSON.stringify(inputs),
        prediction,
        output: prediction,
        variant_output: prediction,
        correct_answer: expected,
        ground_truth: expected,
      };
      const messages = prompt.map(({ role, content }) => ({ role, content: fillIn(content, values) }));
      return judgeWithModel(settings, tools, signal, async (ask) => {
        const { score, explanation } = await ask({ messages, name: 'critique', schema: Score, read: readCritique });
        return reasonedResult(score, explanation);
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
