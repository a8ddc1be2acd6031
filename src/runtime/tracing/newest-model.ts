import type { Provider } from '@pydantic/genai-prices';

/**
 * Finds the model that an alias such as `mistral-large-latest` means. The price list keeps some aliases with an old model,
 * at four times the price of the new one: the newest model with a date in its name (`mistral-large-2512`) is meant.
 *
 * @returns the name itself where the list has no such model, or has dated prices of the alias
 * @source https://docs.mistral.ai/getting-started/models
 */
export function newestOf(name: string, { id, models }: Provider): string {
  const [, family] = /^(.+)-latest$/.exec(name) ?? [];
  if (family === undefined || !DATES_BY_MONTH.has(id)) return name;
  const listed = models.map((model) => ({ prices: model.prices, names: namesOf(model) }));
  if (listed.some(({ prices, names }) => Array.isArray(prices) && names.includes(name))) return name;
  const dated = listed.flatMap(({ names }) => names).filter((other) => isDated(other, family));
  return dated.toSorted().at(-1) ?? name;
}

/** Providers that name models by year and month. */
const DATES_BY_MONTH = new Set(['mistral']);

function isDated(name: string, family: string): boolean {
  return name.startsWith(`${family}-`) && /^\d{4}$/.test(name.slice(family.length + 1));
}

function namesOf({ id, match }: Provider['models'][number]): string[] {
  const equal = 'or' in match ? match.or : [match];
  return [id, ...equal.flatMap((rule) => ('equals' in rule ? rule.equals : []))];
}
