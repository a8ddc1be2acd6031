import OpenAI from 'openai';
import { configSchema, entrypoint, groupedMultipleChoice, multipleChoice, recordUsage, supportedLlmModels } from 'wfkit';
import * as z from 'zod';

/** Each field is a control in the playground; a variant is a set of values for them. */
const Summary = configSchema({
  prompt: z
    .string()
    .default(
      'Summarise the text in at most {words} words, in a {tone} tone. Answer with the summary and nothing else.',
    ),
  words: z.int().gte(10).lte(200).default(50),
  tone: multipleChoice(['plain', 'formal', 'friendly']).default('plain'),
  model: groupedMultipleChoice(supportedLlmModels).default('gpt-6-luna'),
});

const Text = z.object({ text: z.string().min(1) });

/**
 * Asks a chat model of any server that speaks the OpenAI protocol: the client reads `OPENAI_BASE_URL` and
 * `OPENAI_API_KEY`. Records the tokens, so that the playground and evaluations show what a call costs.
 */
export default entrypoint(
  { config: Summary, input: Text, output: z.string() },
  async ({ config: { prompt, words, tone, model }, input: { text }, signal }) => {
    const system = prompt.replaceAll('{words}', String(words)).replaceAll('{tone}', tone);
    const { choices, usage } = await new OpenAI().chat.completions.create(
      {
        model,
        messages: [
          { role: 'system', content: system },
          { role: 'user', content: text },
        ],
      },
      // Fires when the caller has left or the time limit is over.
      { signal },
    );
    if (usage) recordUsage({ model, input_tokens: usage.prompt_tokens, output_tokens: usage.completion_tokens });
    const summary = choices[0]?.message.content;
    if (!summary) throw new Error(`The model ${model} gave an empty answer.`);
    return summary.trim();
  },
);
