import { route } from 'wfkit';
import * as z from 'zod';
import { Command, END, interrupt, MemorySaver, MessagesAnnotation, START, StateGraph } from '@langchain/langgraph';
import { ChatOpenAI } from '@langchain/openai';
import { createAgent } from 'langchain';

const agent = createAgent({ model: new ChatOpenAI({ model: 'gpt-4o-mini' }), tools: [] });

const graph = new StateGraph(MessagesAnnotation)
  .addNode('approve', () => ({ messages: [{ role: 'user', content: interrupt('Which question?') }] }))
  .addNode('answer', async ({ messages }) => await agent.invoke({ messages }))
  .addEdge(START, 'approve')
  .addEdge('approve', 'answer')
  .addEdge('answer', END)
  .compile({ checkpointer: new MemorySaver() });

export const ask = route('/ask', { input: z.object({ question: z.string() }) }, async ({ input, signal }) => {
  const options = { signal, configurable: { thread_id: crypto.randomUUID() } };
  await graph.invoke({ messages: [] }, options);
  const { messages } = await graph.invoke(new Command({ resume: input.question }), options);
  return messages.at(-1)?.text ?? '';
});
