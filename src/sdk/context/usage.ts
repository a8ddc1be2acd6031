/** Number of tokens of one model call, and its cost if known. @source design §3 */
export interface Usage {
  /** Id of the model, as in `gpt-6-luna`. */
  readonly model: string;
  /** Number of input tokens, 0 or more. */
  readonly input_tokens: number;
  /** Number of output tokens, 0 or more. */
  readonly output_tokens: number;
  /**
   * Provider that was called, as in `openai`, `anthropic` or `aws.bedrock`. A provider without a known price makes the cost
   * unknown, whatever the model is called.
   *
   * @defaultValue the provider that the model's name belongs to
   */
  readonly provider?: string;
  /** Number of input tokens read from the provider's cache. @defaultValue 0 */
  readonly cache_read_tokens?: number;
  /** Number of input tokens written to the provider's cache. @defaultValue 0 */
  readonly cache_write_tokens?: number;
  /** Those of `cache_write_tokens` that the cache keeps for an hour, which some providers charge more for. @defaultValue 0 */
  readonly cache_write_1h_tokens?: number;
  /**
   * Whether `input_tokens` counts the cached ones as well, as OpenAI and Google do. Anthropic counts them apart.
   *
   * @defaultValue true, unless more tokens are cached than `input_tokens`
   */
  readonly input_includes_cache?: boolean;
  /** Number of output tokens that the model used for reasoning. @defaultValue 0 */
  readonly reasoning_tokens?: number;
  /** Whether it was part of a batch, which providers charge less for. @defaultValue false */
  readonly batch?: boolean;
  /** Service tier that answered, as in `flex` or `priority`. @defaultValue the standard one */
  readonly service_tier?: string;
  /**
   * Cost in USD, 0 or more. Omit it if you do not know it: an unknown cost is not 0.
   *
   * @defaultValue computed from the model's public price
   */
  readonly cost?: number | null;
}
