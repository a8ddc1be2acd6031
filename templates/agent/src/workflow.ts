import { createOpenAI } from '@ai-sdk/openai';
import { OpenTelemetry } from '@ai-sdk/otel';
import { generateText, stepCountIs, tool } from 'ai';
import { configSchema, entrypoint, groupedMultipleChoice, supportedLlmModels } from 'wfkit';
import * as z from 'zod';
import { findOrder } from './orders.ts';

/** Each field is a control in the playground; a variant is a set of values for them. */
const Agent = configSchema({
  instructions: z
    .string()
    .default(
      'You answer customers of a bicycle shop in one or two sentences. Look up orders before you say anything about them. If you do not know, say so.',
    ),
  model: groupedMultipleChoice(supportedLlmModels).default('gpt-6-luna'),
  steps: z.int().gte(1).lte(10).default(4),
});

const Question = z.object({ question: z.string().min(1) });

const tools = {
  findOrder: tool({
    description: 'Finds an order of the shop by its number.',
    inputSchema: z.object({ number: z.string().describe('Order number, such as A-1001.') }),
    execute: async ({ number }) => (await findOrder(number)) ?? `There is no order ${number}.`,
  }),
};

/**
 * Answers a question, with as many calls of the model and the tool as it needs, up to `steps`. The telemetry of the AI
 * SDK shows each of them in the playground and in evaluations, with its tokens and its cost.
 */
export default entrypoint(
  { config: Agent, input: Question, output: z.string() },
  async ({ config: { instructions, model, steps }, input: { question }, signal }) => {
    // `chat` speaks the protocol that other providers and local servers understand, too.
    const provider = createOpenAI();
    const { text } = await generateText({
      model: provider.chat(model),
      instructions,
      prompt: question,
      tools,
      stopWhen: stepCountIs(steps),
      // Fires when the caller has left or the time limit is over.
      abortSignal: signal,
      telemetry: { integrations: new OpenTelemetry() },
    });
    if (text === '') throw new Error(`The model ${model} gave no answer in ${steps} steps.`);
    return text;
  },
);
