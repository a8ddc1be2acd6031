/** Hosts of providers: a pattern, the provider's name, and whether all requests to it concern models. */
const HOSTS: readonly (readonly [RegExp, string, 'models' | 'anything'])[] = [
  [/(^|\.)api\.openai\.com$/, 'openai', 'models'],
  [/(^|\.)openai\.com$/, 'openai', 'anything'],
  [/\.(openai\.azure\.com|services\.ai\.azure\.com)$/, 'azure.ai.openai', 'models'],
  [/\.(cognitiveservices\.azure\.com|azure-api\.net)$/, 'azure.ai.openai', 'anything'],
  [/(^|\.)api\.anthropic\.com$/, 'anthropic', 'models'],
  [/(^|\.)anthropic\.com$/, 'anthropic', 'anything'],
  [/(^|\.)openrouter\.ai$/, 'openrouter', 'models'],
  [/(^|\.)api\.groq\.com$/, 'groq', 'models'],
  [/(^|\.)groq\.com$/, 'groq', 'anything'],
  [/(^|\.)mistral\.ai$/, 'mistral_ai', 'models'],
  [/(^|\.)deepseek\.com$/, 'deepseek', 'models'],
  [/(^|\.)x\.ai$/, 'x_ai', 'models'],
  [/(^|\.)perplexity\.ai$/, 'perplexity', 'models'],
  [/(^|\.)together\.(xyz|ai)$/, 'together', 'models'],
  [/(^|\.)fireworks\.ai$/, 'fireworks', 'models'],
  [/(^|\.)cerebras\.ai$/, 'cerebras', 'models'],
  [/(^|\.)moonshot\.(ai|cn)$/, 'moonshotai', 'models'],
  [/(^|\.)cohere\.(ai|com)$/, 'cohere', 'models'],
  [/^generativelanguage\.googleapis\.com$/, 'google', 'models'],
  [/(^|-)aiplatform\.googleapis\.com$/, 'google', 'models'],
  [/(^|\.)googleapis\.com$/, 'google', 'anything'],
  [/^bedrock-runtime[\w.-]*\.amazonaws\.com(\.cn)?$/, 'aws.bedrock', 'models'],
  [/(^|\.)ollama\.com$/, 'ollama_cloud', 'models'],
];

/** Returns the provider at a host; `undefined` for a gateway or a local server, where the model's name says more. */
export function providerAt(host: string): string | undefined {
  return HOSTS.find(([pattern]) => pattern.test(host.toLowerCase()))?.[1];
}

/** Answers whether a request to a provider may call a model and is paid for, whatever its path is. */
export function mayCallModel(method: string, host: string, path: string): boolean {
  const [, , what] = HOSTS.find(([pattern]) => pattern.test(host.toLowerCase())) ?? [];
  if (what !== 'models') return false;
  return method === 'GET' ? path.endsWith('/realtime') : method === 'POST' && !FREE.test(path);
}

/** What providers charge nothing for, or charge when its results are read. */
const FREE =
  /(:|\/)(files|uploads|batches|countTokens|computeTokens|count_tokens|tokenize|detokenize|moderations|models|cancel|client_secrets|sessions|cachedContents|vector_stores|conversations|containers|assistants|threads|organizations?|keys?|auth|oauth|token|pull|show|create|copy|push|delete)(\/[^:]*)?$/;
