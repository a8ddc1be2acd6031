import * as answers from '../helpers/provider-answers.ts';
import type { ModelAnswer, ModelRequest } from '../helpers/start-model-server.ts';

const TEXT = 'An answer.';

/** Answers a model call as the provider that its path belongs to. */
export function answerAs({ path, body }: ModelRequest): ModelAnswer {
  const { pathname } = new URL(path, 'http://models.test');
  const [, answer] = PROVIDERS.find(([pattern]) => pattern.test(pathname)) ?? [];
  if (answer !== undefined) return { raw: String(answer.body) };
  return { said: TEXT, tool: toCalled(body) };
}

const PROVIDERS: readonly (readonly [RegExp, answers.ProviderAnswer])[] = [
  [/:generateContent$/, answers.GEMINI],
  [/^\/v2\/chat$/, answers.COHERE],
  [/^\/api\/chat$/, answers.OLLAMA],
  [/\/converse$/, answers.CONVERSE],
];

/** A function that the model has to call, as clients that want a value of a schema ask for it. */
function toCalled({ tool_choice: choice }: ModelRequest['body']) {
  const { function: called } = (choice ?? {}) as { readonly function?: { readonly name: string } }; // the protocol's
  return called === undefined ? undefined : { name: called.name, arguments: { answer: TEXT } };
}
