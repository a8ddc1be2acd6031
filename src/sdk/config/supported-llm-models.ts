/**
 * Chat models of common providers, as of November 2026, for `groupedMultipleChoice`: model ids by provider. Ids are
 * plain names for Open AI and `provider/name` for others, which gateways to several providers accept.
 *
 * @source seed §2.9 `supported_llm_models`, facts §4.8
 * @remarks Our choice of models. Nothing checks that a provider still serves a model; you can use your own mapping.
 * @example
 * ```ts
 * import { configSchema, groupedMultipleChoice, supportedLlmModels } from 'wfkit';
 *
 * export const Model = configSchema({
 *   model: groupedMultipleChoice({ ...supportedLlmModels, 'Our own': ['ours/support-7b'] }).default('gpt-4o-mini'),
 * });
 * ```
 */
export const supportedLlmModels = {
  'Open AI': [
    'gpt-3.5-turbo',
    'gpt-4',
    'gpt-4o',
    'gpt-4o-mini',
    'gpt-4.1',
    'gpt-4.1-mini',
    'gpt-4.1-nano',
    'o3',
    'o3-mini',
    'o4-mini',
    'gpt-5',
    'gpt-5-mini',
    'gpt-5-nano',
    'gpt-5.4',
    'gpt-5.4-mini',
    'gpt-5.4-nano',
    'gpt-5.5',
  ],
  Anthropic: [
    'anthropic/claude-haiku-4-5',
    'anthropic/claude-sonnet-4-5',
    'anthropic/claude-sonnet-4-6',
    'anthropic/claude-sonnet-5',
    'anthropic/claude-opus-4-6',
    'anthropic/claude-opus-4-8',
    'anthropic/claude-opus-5',
  ],
  Gemini: [
    'gemini/gemini-2.5-flash-lite',
    'gemini/gemini-2.5-flash',
    'gemini/gemini-2.5-pro',
    'gemini/gemini-3.5-flash-lite',
    'gemini/gemini-3.5-flash',
  ],
  'Mistral AI': [
    'mistral/ministral-8b-latest',
    'mistral/mistral-small-latest',
    'mistral/mistral-medium-latest',
    'mistral/mistral-large-latest',
    'mistral/codestral-latest',
  ],
  Cohere: ['cohere/command-r7b', 'cohere/command-r', 'cohere/command-r-plus', 'cohere/command-a'],
  Groq: [
    'groq/llama-3.1-8b-instant',
    'groq/llama-3.3-70b-versatile',
    'groq/openai/gpt-oss-20b',
    'groq/openai/gpt-oss-120b',
    'groq/qwen/qwen3-32b',
  ],
  DeepSeek: ['deepseek/deepseek-chat', 'deepseek/deepseek-reasoner'],
  'Perplexity AI': ['perplexity/sonar', 'perplexity/sonar-pro', 'perplexity/sonar-reasoning-pro'],
  'Together AI': [
    'together_ai/meta-llama/Meta-Llama-3.1-8B-Instruct-Turbo',
    'together_ai/meta-llama/Llama-3.3-70B-Instruct-Turbo',
    'together_ai/meta-llama/Llama-4-Maverick-17B-128E-Instruct-FP8',
  ],
  OpenRouter: [
    'openrouter/openai/gpt-4o-mini',
    'openrouter/anthropic/claude-sonnet-4.5',
    'openrouter/deepseek/deepseek-chat',
    'openrouter/mistralai/mistral-large',
  ],
} as const;
