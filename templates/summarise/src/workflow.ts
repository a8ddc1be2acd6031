import { configSchema, entrypoint, groupedMultipleChoice, multipleChoice, supportedLlmModels } from 'wfkit';
import * as z from 'zod';
import { askModel } from './ask-model.ts';
import { fillIn } from './fill-in.ts';

/** Each field is a control in the playground; a variant is a set of values for them. */
const Summary = configSchema({
  prompt: z
    .string()
    .default(
      'Summarise the text in at most {words} words, in a {tone} tone. Answer with the summary and nothing else.',
    ),
  words: z.int().gte(10).lte(200).default(50),
  tone: multipleChoice(['plain', 'formal', 'friendly']).default('plain'),
  temperature: z.number().gte(0).lt(2).default(0.3),
  model: groupedMultipleChoice(supportedLlmModels).default('gpt-4o-mini'),
});

const Text = z.object({ text: z.string().min(1) });

export default entrypoint(
  { config: Summary, input: Text, output: z.string() },
  async ({ config: { prompt, words, tone, temperature, model }, input: { text }, signal }) =>
    await askModel({ model, temperature, system: fillIn(prompt, { words, tone }), user: text, signal }),
);
