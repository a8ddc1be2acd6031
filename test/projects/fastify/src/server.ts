import Fastify from 'fastify';
import OpenAI from 'openai';

export const app = Fastify();

app.post<{ Body: { question: string } }>('/answers', async ({ body }) => {
  const messages = [{ role: 'user' as const, content: body.question }];
  const { choices } = await new OpenAI().chat.completions.create({ model: 'gpt-4o-mini', messages });
  return choices[0]?.message.content ?? '';
});
