import Instructor from '@instructor-ai/instructor';
import OpenAI from 'openai';
import { route } from 'wfkit';
import { z } from 'zod';
import * as z4 from 'zod/v4';

const client = Instructor({ client: new OpenAI(), mode: 'TOOLS' });
const Answer = z.object({ answer: z.string() });

export const ask = route('/ask', { input: z4.object({ question: z4.string() }) }, async ({ input }) => {
  const { answer } = await client.chat.completions.create({
    model: 'gpt-4o-mini',
    messages: [{ role: 'user', content: input.question }],
    response_model: { schema: Answer, name: 'Answer' },
  });
  return answer;
});
