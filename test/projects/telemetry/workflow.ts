import { createOpenAI } from '@ai-sdk/openai';
import { generateText } from 'ai';
import { route } from 'wfkit';
import * as z from 'zod';
import { exporter } from './telemetry.ts';

const openai = createOpenAI();

export const ask = route('/ask', { input: z.object({ question: z.string() }) }, async ({ input, signal }) => {
  // Calls run at the same time, and share the exporter.
  const call = crypto.randomUUID();
  const { text } = await generateText({
    model: openai.chat('gpt-4o-mini'),
    prompt: input.question,
    abortSignal: signal,
    experimental_telemetry: { isEnabled: true, metadata: { call } },
  });
  const own = exporter.getFinishedSpans().filter((span) => span.attributes['ai.telemetry.metadata.call'] === call);
  const names = own.map(({ name }) => name);
  if (names.filter((name) => name === 'ai.generateText').length !== 1) throw new Error(`Exported ${names.join(', ')}`);
  return text;
});
