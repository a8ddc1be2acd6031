import { route } from 'wfkit';
import * as z from 'zod';
import { OpenAI } from '@llamaindex/openai';
import { Document, Settings, SentenceSplitter } from 'llamaindex';

Settings.llm = new OpenAI({ model: 'gpt-4o-mini' });

export const ask = route('/ask', { input: z.object({ question: z.string() }) }, async ({ input }) => {
  const [part] = new SentenceSplitter().getNodesFromDocuments([new Document({ text: input.question })]);
  const { message } = await Settings.llm.chat({ messages: [{ role: 'user', content: part?.getText() ?? '' }] });
  return message.content;
});
