/** Tokens of one model call, and its cost if known. */
export interface Usage {
  /** Id of the model, as in `gpt-4o-mini`. */
  readonly model: string;
  readonly input_tokens: number;
  readonly output_tokens: number;
  /** In USD. Leave it out when you do not know it: unknown is not free. */
  readonly cost?: number | null;
}
