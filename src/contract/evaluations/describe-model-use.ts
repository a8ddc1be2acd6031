import type { ModelUse } from './model-use.ts';

/** Describes what a cost came from: `gpt-4o-mini (openai): 120 in (80 cached), 48 out`. */
export function describeUse(uses: readonly ModelUse[]): string {
  return uses.map(describeOne).join('; ');
}

function describeOne(use: ModelUse): string {
  const { model, provider, calls, batch, service_tier: tier, reason } = use;
  const named = provider == null ? model : `${model} (${provider})`;
  const how = [
    ...(calls === 1 ? [] : [`${calls} calls`]),
    ...(batch === true ? ['batch'] : []),
    ...(tier == null ? [] : [tier]),
  ];
  const head = [named, ...how].join(', ');
  return `${head}: ${describeTokens(use)}${reason == null ? '' : `; unknown: ${reason}`}`;
}

function describeTokens(use: ModelUse): string {
  const { input_tokens: input, output_tokens: output } = use;
  if (input === null || output === null) return 'tokens not reported';
  const parts = [
    [use.cache_read_tokens, 'cached'],
    [use.cache_write_tokens, 'written to the cache'],
  ] as const;
  const cached = parts.flatMap(([count, what]) => (count == null || count === 0 ? [] : [`${count} ${what}`]));
  const reasoning =
    use.reasoning_tokens == null || use.reasoning_tokens === 0 ? '' : ` (${use.reasoning_tokens} reasoning)`;
  return `${input} in${cached.length === 0 ? '' : ` (${cached.join(', ')})`}, ${output} out${reasoning}`;
}
