/** Number of tokens of one model call, and its cost if known. @source design §3 */
export interface Usage {
  /** Id of the model, as in `gpt-4o-mini`. */
  readonly model: string;
  /** Number of input tokens, 0 or more. */
  readonly input_tokens: number;
  /** Number of output tokens, 0 or more. */
  readonly output_tokens: number;
  /**
   * Cost in USD, 0 or more. Omit it if you do not know it: an unknown cost is not 0.
   *
   * @defaultValue computed from the model's public price
   */
  readonly cost?: number | null;
}
