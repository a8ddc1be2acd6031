import type { ModelProtocol } from '../model-endpoint.ts';
import { anthropicMessages } from './anthropic-messages.ts';
import { chatCompletions } from './chat-completions.ts';
import { embeddings } from './embeddings.ts';
import type { AnswerReader } from './model-answer.ts';
import { responses } from './responses.ts';

export const ANSWER_READERS: Readonly<Record<ModelProtocol, AnswerReader>> = {
  'chat-completions': chatCompletions,
  completions: chatCompletions,
  responses,
  embeddings,
  messages: anthropicMessages,
};
