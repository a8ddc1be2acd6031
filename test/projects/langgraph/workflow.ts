import { HumanMessage, type BaseMessage } from '@langchain/core/messages';
import { END, MessagesAnnotation, START, StateGraph } from '@langchain/langgraph';
import { ChatOpenAI } from '@langchain/openai';
import { route } from 'wfkit';
import * as z from 'zod';

const model = new ChatOpenAI({ model: 'gpt-4o-mini' });

async function answer({ messages }: { messages: BaseMessage[] }) {
  return { messages: [await model.invoke(messages)] };
}

const graph = new StateGraph(MessagesAnnotation)
  .addNode('answer', answer)
  .addEdge(START, 'answer')
  .addEdge('answer', END)
  .compile();

export const ask = route('/ask', { input: z.object({ question: z.string() }) }, async ({ input, signal }) => {
  const { messages } = await graph.invoke({ messages: [new HumanMessage(input.question)] }, { signal });
  return messages.at(-1)?.text ?? '';
});
