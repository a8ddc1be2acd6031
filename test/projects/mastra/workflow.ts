import { createOpenAI } from '@ai-sdk/openai';
import { Mastra } from '@mastra/core';
import { Agent } from '@mastra/core/agent';
import { LibSQLStore } from '@mastra/libsql';
import { route } from 'wfkit';
import * as z from 'zod';

const openai = createOpenAI();
const assistant = new Agent({
  id: 'assistant',
  name: 'Assistant',
  instructions: 'Answer briefly.',
  model: openai.chat('gpt-4o-mini'),
});
// Its usual store, which is native code.
const mastra = new Mastra({
  agents: { assistant },
  storage: new LibSQLStore({ id: 'store', url: ':memory:' }),
});

export const ask = route('/ask', { input: z.object({ question: z.string() }) }, async ({ input, signal }) => {
  const { text } = await mastra.getAgent('assistant').generate(input.question, { abortSignal: signal });
  return text;
});
