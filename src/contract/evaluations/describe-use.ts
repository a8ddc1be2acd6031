import { countOf } from '../../foundation/numbers.ts';
import type { ModelUse } from './result.ts';

/** Why the cost of a call is unknown that went to a provider of models in a form that wf does not read. */
export const NOT_UNDERSTOOD = 'not understood';

/** Describes what a cost came from: `gpt-4o-mini (openai): 120 in (80 cached), 48 out`. */
export function describeUse(uses: readonly ModelUse[]): string {
  return uses.map(describeOne).join('; ');
}

function describeOne(use: ModelUse): string {
  const { model, provider, calls, batch, service_tier: tier, reason, failure, cost } = use;
  if (reason === NOT_UNDERSTOOD)
    return `${countOf(calls, 'call')} to ${model} ${calls === 1 ? 'was' : 'were'} not understood`;
  const named = provider == null ? model : `${model} (${provider})`;
  if (failure != null) {
    const paid = cost === 0 ? '' : `, ${describeTokens(use)}`;
    return `${countOf(calls, 'model call')} failed: ${failure} (${named}${paid})`;
  }
  const how = [
    ...(calls === 1 ? [] : [`${calls} calls`]),
    ...(batch === true ? ['batch'] : []),
    ...(tier == null ? [] : [tier]),
  ];
  const head = [named, ...how].join(', ');
  return `${head}: ${describeTokens(use)}${reason == null ? '' : `; ${cost === null ? 'unknown: ' : ''}${reason}`}`;
}

function describeTokens(use: ModelUse): string {
  const { input_tokens: input, output_tokens: output, reasoning_tokens: reasoning, details } = use;
  if (input === null && output === null) return 'tokens not reported';
  const cached = [
    ...describeCounts([
      [use.cache_read_tokens, 'cached'],
      [use.cache_write_tokens, 'written to the cache'],
    ]),
    ...describeDetails(details, 'input_'),
  ];
  const produced = [...describeCounts([[reasoning, 'reasoning']]), ...describeDetails(details, 'output_')];
  const searches = describeCounts([
    [details?.['web_searches'], 'web searches'],
    [details?.['storage_searches'], 'file searches'],
  ]);
  return [
    `${toCount(input)} in${inBrackets(cached)}`,
    `${toCount(output)} out${inBrackets(produced)}`,
    ...searches,
  ].join(', ');
}

function toCount(count: number | null): string {
  return count === null ? 'unknown' : String(count);
}

function inBrackets(parts: readonly string[]): string {
  return parts.length === 0 ? '' : ` (${parts.join(', ')})`;
}

function describeCounts(counts: readonly (readonly [number | null | undefined, string])[]): string[] {
  return counts.flatMap(([count, what]) => (count == null || count === 0 ? [] : [`${count} ${what}`]));
}

/** `input_audio_tokens` is `audio`. */
function describeDetails(details: ModelUse['details'], direction: string): string[] {
  const named = Object.entries(details ?? {}).filter(([name]) => name.startsWith(direction));
  return describeCounts(named.map(([name, count]) => [count, name.slice(direction.length).replace(/_tokens$/, '')]));
}
