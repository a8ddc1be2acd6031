/** How a provider of models is called. */
export type ModelProtocol =
  | 'chat-completions'
  | 'completions'
  | 'responses'
  | 'embeddings'
  | 'messages'
  | 'media'
  | 'gemini'
  | 'gemini-embeddings'
  | 'cohere-chat'
  | 'cohere-embed'
  | 'cohere-rerank'
  | 'ollama'
  | 'ollama-embed'
  | 'converse'
  | 'invoke';

/** Finds the protocol of a call by its path, without the query, by the providers' documentation; `null`: it is none. */
export function findModelProtocol(method: string, path: string): ModelProtocol | null {
  if (method !== 'POST') return null;
  return CALLS.find(([pattern]) => pattern.test(path))?.[1] ?? null;
}

const CALLS: readonly (readonly [RegExp, ModelProtocol])[] = [
  [/\/chat\/completions$/, 'chat-completions'],
  [/\/completions$/, 'completions'],
  [/\/responses$/, 'responses'],
  [/\/embeddings$/, 'embeddings'],
  [/\/messages$/, 'messages'],
  [/\/publishers\/anthropic\/models\/[^/]+:(rawPredict|streamRawPredict)$/, 'messages'],
  [/\/(images\/(generations|edits|variations)|audio\/(transcriptions|translations|speech))$/, 'media'],
  [/:(generateContent|streamGenerateContent)$/, 'gemini'],
  [/:(embedContent|batchEmbedContents)$/, 'gemini-embeddings'],
  [/\/model\/[^/]+\/(converse|converse-stream)$/, 'converse'],
  [/\/model\/[^/]+\/(invoke|invoke-with-response-stream)$/, 'invoke'],
  [/\/api\/(chat|generate)$/, 'ollama'],
  [/\/api\/embed$/, 'ollama-embed'],
  [/\/v[12]\/chat$/, 'cohere-chat'],
  [/\/v[12]\/embed$/, 'cohere-embed'],
  [/\/v[12]\/rerank$/, 'cohere-rerank'],
];
