/** What of a model call decides its price. */
export interface ModelUsage {
  readonly model: string;
  /** The model that was asked for, where the one that answered has another name. */
  readonly requestedModel: string;
  readonly input_tokens: number;
  readonly output_tokens: number;
  readonly cached_tokens?: number;
}

/** What evaluators need that do not judge by themselves. */
export interface EvaluatorTools {
  /** Keys and addresses of model providers that came with the evaluation, by the names of the interface. */
  readonly providerKeys: Readonly<Record<string, string>>;
  /** Those of the service: `OPENAI_API_KEY` and `OPENAI_BASE_URL` are looked at. */
  readonly environment: () => Promise<Readonly<Record<string, string | undefined>>>;
  /** US dollars; `null` when nobody knows. */
  readonly priceModel: (usage: ModelUsage) => Promise<number | null>;
}

/** Tools of a place where no model can be asked. */
export const NO_TOOLS: EvaluatorTools = {
  providerKeys: {},
  environment: async () => ({}),
  priceModel: async () => null,
};
