/**
 * Writes `supportedLlmModels` from the data of the price list, so that every model in it has a price: npm run models
 *
 * Update `@pydantic/genai-prices` first.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { findProvider } from '@pydantic/genai-prices';

interface Group {
  readonly name: string;
  /** Id of the provider in the price list. */
  readonly provider: string;
  /** Put before each id. */
  readonly prefix: string;
  /** The chat models that the list offers, of all that have a price. */
  readonly offers: RegExp;
}

/** The seed's groups, in its order. The expressions leave out older generations, snapshots, and models for other than text. */
const GROUPS: readonly Group[] = [
  {
    name: 'Open AI',
    provider: 'openai',
    prefix: '',
    offers: /^gpt-(?:4o|4\.1|\d+(?:\.\d+)?)(?:-(?:mini|nano|luna|sol|terra|astra))?$/,
  },
  {
    name: 'Anthropic',
    provider: 'anthropic',
    prefix: 'anthropic/',
    offers: /^claude-(?:haiku|sonnet|opus|fable)-(?:4-[5-9]|[5-9](?:-\d+)?)$/,
  },
  {
    name: 'Gemini',
    provider: 'google',
    prefix: 'gemini/',
    offers: /^gemini-(?:3\.[1-9]|[4-9](?:\.\d+)?)-(?:pro|flash|flash-lite)$/,
  },
  {
    name: 'Mistral AI',
    provider: 'mistral',
    prefix: 'mistral/',
    offers: /^(?:ministral-\w+|mistral-(?:small|medium|large)|codestral)-latest$/,
  },
  { name: 'Cohere', provider: 'cohere', prefix: 'cohere/', offers: /^command-(?:a|r|r-plus|r7b)$/ },
  {
    name: 'Groq',
    provider: 'groq',
    prefix: 'groq/',
    offers: /^(?:llama-3\.1-8b-instant|llama-3\.3-70b-versatile|openai\/gpt-oss-\d+b|qwen\/qwen[3-9].*)$/,
  },
  { name: 'DeepSeek', provider: 'deepseek', prefix: 'deepseek/', offers: /^deepseek-(?:chat|reasoner|v[4-9].*)$/ },
  { name: 'Perplexity AI', provider: 'perplexity', prefix: 'perplexity/', offers: /^sonar(?:-pro|-reasoning-pro)?$/ },
  {
    name: 'Together AI',
    provider: 'together',
    prefix: 'together_ai/',
    offers: /^meta-llama\/Llama-(?:3\.3-70B|4)-.*$/,
  },
  { name: 'xAI', provider: 'x-ai', prefix: 'xai/', offers: /^grok-(?:4\.[2-9]\d*|[5-9](?:\.\d+)?)$/ },
  {
    name: 'OpenRouter',
    provider: 'openrouter',
    prefix: 'openrouter/',
    offers:
      /^(?:openai\/gpt-[6-9].*-(?:luna|sol)|anthropic\/claude-(?:haiku-4\.5|(?:sonnet|opus)-[5-9])|deepseek\/deepseek-v[4-9]-\w+|moonshotai\/kimi-k[3-9]|z-ai\/glm-5\.[3-9])$/,
  },
];

/**
 * Models that providers have shut down, or have announced to, by their id in our list. The price list marks few of them,
 * because it also prices past calls.
 *
 * @source https://developers.openai.com/api/docs/deprecations
 * @source https://ai.google.dev/gemini-api/docs/deprecations
 * @source https://console.groq.com/docs/deprecations
 * @source https://docs.cohere.com/docs/deprecations
 * @source https://docs.together.ai/docs/deprecations
 * @source litellm 1.110.2, `deprecation_date` of its price list, for Anthropic and DeepSeek
 */
const RETIRED: ReadonlyMap<string, string> = new Map([
  ['gpt-4', '2026-10-23'],
  ['gpt-4.1', '2027-01-14'],
  ['gpt-4.1-mini', '2027-01-14'],
  ['gpt-4.1-nano', '2026-10-23'],
  ['gpt-4o', '2027-01-14'],
  ['gpt-4o-mini', '2027-01-14'],
  ['gpt-5', '2026-12-11'],
  ['gpt-5-mini', '2026-12-11'],
  ['gpt-5-nano', '2026-12-11'],
  ['gpt-5.1', '2027-04-01'],
  ['gpt-5.3', '2026-08-10'],
  ['gpt-5.4-nano', '2027-04-01'],
  ['anthropic/claude-sonnet-4-5', '2026-11-30'],
  ['gemini/gemini-3.1-flash-lite', '2027-05-07'],
  ['cohere/command-r', 'an alias without a date'],
  ['cohere/command-r-plus', 'an alias without a date'],
  ['groq/llama-3.1-8b-instant', '2026-08-16'],
  ['groq/llama-3.3-70b-versatile', '2026-08-16'],
  ['groq/qwen/qwen3-32b', '2026-07-17'],
  ['deepseek/deepseek-chat', '2026-07-24'],
  ['deepseek/deepseek-reasoner', '2026-07-24'],
  ['together_ai/meta-llama/Llama-3.3-70B-Instruct-Turbo', '2026-10-22'],
  ['together_ai/meta-llama/Llama-4-Maverick-17B-128E-Instruct-FP8', 'removed in 2026'],
  ['together_ai/meta-llama/Llama-4-Scout-17B-16E-Instruct', '2026-02-06'],
]);

const file = fileURLToPath(new URL('../src/sdk/config/supported-llm-models.ts', import.meta.url));
const own = fileURLToPath(new URL('../package.json', import.meta.url));
// Our own package.json.
const { devDependencies } = JSON.parse(await readFile(own, 'utf8')) as { devDependencies: Record<string, string> };
const groups = GROUPS.map(readGroup);
await writeFile(file, toModule(groups, devDependencies['@pydantic/genai-prices'] ?? '', new Date()));
process.stdout.write(toReport(groups));

interface Models {
  readonly name: string;
  readonly offered: readonly string[];
  /** Models that the expression matches and that are gone, each with the reason. */
  readonly retired: readonly string[];
}

function readGroup({ name, provider, prefix, offers }: Group): Models {
  const models = findProvider({ providerId: provider })?.models ?? [];
  const found = models.flatMap((model) =>
    namesOf(model)
      .filter((id) => offers.test(id))
      .map((id) => ({
        id,
        reason: model.deprecated === true ? 'deprecated in the price list' : RETIRED.get(prefix + id),
      })),
  );
  if (found.length === 0) throw new Error(`${name}: no model of the price list matches ${offers.source}`);
  const sorted = found.toSorted((one, other) => one.id.localeCompare(other.id, 'en', { numeric: true }));
  return {
    name,
    offered: [...new Set(sorted.filter(({ reason }) => reason === undefined).map(({ id }) => prefix + id))],
    retired: sorted.flatMap(({ id, reason }) => (reason === undefined ? [] : [`${prefix}${id} (${reason})`])),
  };
}

/** A model's id, and its aliases that always mean the newest version. */
function namesOf({ id, match }: { readonly id: string; readonly match: object }): string[] {
  const aliases = [...JSON.stringify(match).matchAll(/"equals":"([^"]+-latest)"/g)].map(([, alias = '']) => alias);
  return [id, ...aliases];
}

function toModule(models: readonly Models[], version: string, now: Date): string {
  // The price list may have only models of a provider that are gone.
  const lists = models
    .filter(({ offered }) => offered.length > 0)
    .map(({ name, offered }) => {
      const key = /^\w+$/.test(name) ? name : `'${name}'`;
      return `  ${key}: [\n${offered.map((model) => `    '${model}',\n`).join('')}  ],\n`;
    });
  return `${toComment(version, now.toISOString().slice(0, 10))}\nexport const supportedLlmModels = {\n${lists.join('')}} as const;\n`;
}

function toComment(version: string, date: string): string {
  return `/**
 * Chat models of common providers for \`groupedMultipleChoice\`: model ids by provider. Ids are plain names for Open AI and
 * \`provider/name\` for others, which gateways to several providers accept.
 *
 * Written on ${date} by \`npm run models\` from the price list @pydantic/genai-prices ${version}. Models that it marks as
 * deprecated, or whose end their provider had announced by then, are left out; so are providers of whom none is left, as
 * Together AI. Nothing checks that a provider still serves a model.
 *
 * @source seed §2.9 \`supported_llm_models\`, facts §4.8
 * @remarks Our choice of models; you can use your own mapping.
 * @example
 * \`\`\`ts
 * import { configSchema, groupedMultipleChoice, supportedLlmModels } from 'wfkit';
 *
 * export const Model = configSchema({
 *   model: groupedMultipleChoice({ ...supportedLlmModels, 'Our own': ['ours/support-7b'] }).default('gpt-6-luna'),
 * });
 * \`\`\`
 */`;
}

function toReport(models: readonly Models[]): string {
  return models
    .map(
      ({ name, offered, retired }) =>
        `${name}: ${offered.length} models${retired.length === 0 ? '' : `; left out: ${retired.join(', ')}`}\n`,
    )
    .join('');
}
