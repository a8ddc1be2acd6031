import { createOpenAI } from '@ai-sdk/openai';
import { streamText } from 'ai';
import { route } from 'wfkit';
import * as z from 'zod';

const openai = createOpenAI();

export const ask = route('/ask', { input: z.object({ question: z.string() }) }, async ({ input, signal }) => {
  const { text } = streamText({
    model: openai.chat('gpt-4o-mini'),
    prompt: input.question,
    abortSignal: signal,
    experimental_telemetry: { isEnabled: true },
  });
  return await text;
});
