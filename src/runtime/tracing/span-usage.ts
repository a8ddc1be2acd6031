/** Tokens of one model call. @source OpenTelemetry semantic conventions, GenAI */
export interface SpanUsage {
  readonly model: string;
  /** The requested model, if the one that answered has another name. */
  readonly requestedModel?: string;
  readonly provider?: string;
  /** `null`: a model was called, but its token counts are unknown. */
  readonly input_tokens: number | null;
  readonly output_tokens: number | null;
  /** Input tokens that were read from the provider's cache; `input_tokens` includes them. */
  readonly cache_read_tokens?: number;
  /** Input tokens that were written to it; included as well. */
  readonly cache_write_tokens?: number;
  /** Those of them that it keeps for an hour. */
  readonly cache_write_1h_tokens?: number;
  /** Output tokens that were reasoning; `output_tokens` includes them. */
  readonly reasoning_tokens?: number;
  readonly batch?: boolean;
  readonly service_tier?: string;
  /** In USD. Left out: computed from the tokens; `null`: unknown. */
  readonly cost?: number | null;
  /** Why the cost is unknown. */
  readonly reason?: string;
}

/** Tokens of one model call as a provider or a library counts them. */
export interface CountedUsage extends SpanUsage {
  /** Whether the input tokens include the cached ones; unknown if left out. */
  readonly isCacheIncluded?: boolean | undefined;
  /** All tokens, which may show how they were counted. */
  readonly total_tokens?: number | undefined;
}

/**
 * Counts tokens in one way, whatever the provider's: input includes what was read from or written to a cache, and output
 * includes reasoning. A part can never exceed the whole.
 */
export function toSpanUsage({ isCacheIncluded, total_tokens: total, ...usage }: CountedUsage): SpanUsage {
  const { input_tokens: input, output_tokens: output, reasoning_tokens: reasoning = 0 } = usage;
  if (input === null || output === null) return usage;
  const written = writtenTokens(usage);
  const cached = (usage.cache_read_tokens ?? 0) + written;
  const isApart =
    cached > input || (isCacheIncluded === undefined ? total === input + cached + output : !isCacheIncluded);
  const isReasoningApart = reasoning > output || total === input + output + reasoning;
  return {
    ...usage,
    input_tokens: isApart ? input + cached : input,
    output_tokens: isReasoningApart ? output + reasoning : output,
    ...(written > 0 ? { cache_write_tokens: written } : {}),
  };
}

/** Tokens kept for an hour are part of all that were written; some libraries report only the part. */
function writtenTokens({ cache_write_tokens: all = 0, cache_write_1h_tokens: hour = 0 }: SpanUsage): number {
  return Math.max(all, hour);
}
