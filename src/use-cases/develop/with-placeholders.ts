/** Says what it is wherever a library prints it; it passes checks of length and of the characters of a key. */
const PLACEHOLDER = 'sk-placeholder-while-wf-reads-route-schemas-00000000';

/** Variables without which the clients of model providers refuse to be created, by the providers' documentation. */
const PROVIDER_KEYS = [
  'AI_GATEWAY_API_KEY',
  'ANTHROPIC_API_KEY',
  'AZURE_API_KEY',
  'AZURE_OPENAI_API_KEY',
  'CEREBRAS_API_KEY',
  'COHERE_API_KEY',
  'CO_API_KEY',
  'DEEPSEEK_API_KEY',
  'FIREWORKS_API_KEY',
  'GEMINI_API_KEY',
  'GOOGLE_API_KEY',
  'GOOGLE_GENERATIVE_AI_API_KEY',
  'GROQ_API_KEY',
  'MISTRAL_API_KEY',
  'OPENAI_API_KEY',
  'OPENROUTER_API_KEY',
  'PERPLEXITY_API_KEY',
  'TOGETHER_API_KEY',
  'VOYAGE_API_KEY',
  'XAI_API_KEY',
] as const;

/**
 * Returns the environment for reading route schemas: the project's variables, and placeholders for the keys of model
 * providers that have no value there. Many modules create a provider's client when they are imported; reading schemas
 * needs no real key, because it has no network.
 */
export function withPlaceholders(variables: Readonly<Record<string, string>>): Record<string, string> {
  const missing = PROVIDER_KEYS.filter((name) => (variables[name] ?? '') === '');
  return { ...variables, ...Object.fromEntries(missing.map((name) => [name, PLACEHOLDER])) };
}
