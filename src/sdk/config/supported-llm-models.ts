/**
 * Chat models of common providers for `groupedMultipleChoice`: model ids by provider. Ids are plain names for Open AI and
 * `provider/name` for others, which gateways to several providers accept.
 *
 * Written on 2026-11-27 by `npm run models` from the price list @pydantic/genai-prices 0.1.8. Models that it marks as
 * deprecated, or whose end their provider had announced by then, are left out; so are providers of whom none is left, as
 * Together AI. Nothing checks that a provider still serves a model.
 *
 * @source seed §2.9 `supported_llm_models`, facts §4.8
 * @remarks Our choice of models; you can use your own mapping.
 * @example
 * ```ts
 * import { configSchema, groupedMultipleChoice, supportedLlmModels } from 'wfkit';
 *
 * export const Model = configSchema({
 *   model: groupedMultipleChoice({ ...supportedLlmModels, 'Our own': ['ours/support-7b'] }).default('gpt-6-luna'),
 * });
 * ```
 */
export const supportedLlmModels = {
  'Open AI': [
    'gpt-5.2',
    'gpt-5.4',
    'gpt-5.4-mini',
    'gpt-5.5',
    'gpt-5.6-luna',
    'gpt-5.6-sol',
    'gpt-5.6-terra',
    'gpt-6-astra',
    'gpt-6-luna',
    'gpt-6-sol',
  ],
  Anthropic: [
    'anthropic/claude-fable-5',
    'anthropic/claude-fable-5-1',
    'anthropic/claude-haiku-4-5',
    'anthropic/claude-opus-4-5',
    'anthropic/claude-opus-4-6',
    'anthropic/claude-opus-4-7',
    'anthropic/claude-opus-4-8',
    'anthropic/claude-opus-5',
    'anthropic/claude-opus-5-5',
    'anthropic/claude-sonnet-4-6',
    'anthropic/claude-sonnet-5',
  ],
  Gemini: [
    'gemini/gemini-3.5-flash',
    'gemini/gemini-3.5-flash-lite',
    'gemini/gemini-3.6-flash',
    'gemini/gemini-3.7-flash',
    'gemini/gemini-3.8-flash',
  ],
  'Mistral AI': [
    'mistral/codestral-latest',
    'mistral/ministral-8b-latest',
    'mistral/mistral-large-latest',
    'mistral/mistral-medium-latest',
    'mistral/mistral-small-latest',
  ],
  Cohere: ['cohere/command-a', 'cohere/command-r7b'],
  Groq: ['groq/openai/gpt-oss-20b', 'groq/openai/gpt-oss-120b'],
  DeepSeek: ['deepseek/deepseek-v4-flash', 'deepseek/deepseek-v4-pro'],
  'Perplexity AI': ['perplexity/sonar', 'perplexity/sonar-pro', 'perplexity/sonar-reasoning-pro'],
  xAI: ['xai/grok-4.3', 'xai/grok-4.5', 'xai/grok-4.6', 'xai/grok-4.20'],
  OpenRouter: [
    'openrouter/anthropic/claude-haiku-4.5',
    'openrouter/anthropic/claude-opus-5',
    'openrouter/anthropic/claude-sonnet-5',
    'openrouter/deepseek/deepseek-v4-flash',
    'openrouter/deepseek/deepseek-v4-pro',
    'openrouter/moonshotai/kimi-k3',
    'openrouter/openai/gpt-6-luna',
    'openrouter/openai/gpt-6-sol',
    'openrouter/z-ai/glm-5.3',
  ],
} as const;
