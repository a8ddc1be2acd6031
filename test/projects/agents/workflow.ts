import { Agent, run } from '@openai/agents';
import { route } from 'wfkit';
import * as z from 'zod';

const agent = new Agent({ name: 'Assistant', instructions: 'Answer briefly.', model: 'gpt-4o-mini' });

export const ask = route('/ask', { input: z.object({ question: z.string() }) }, async ({ input, signal }) => {
  const { finalOutput } = await run(agent, input.question, { signal });
  return finalOutput ?? '';
});
