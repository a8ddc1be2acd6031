import type OpenAI from 'openai';
import * as z from 'zod';
import type { EvaluatorTools } from './evaluator-tools.ts';
import { CountedTokens, createAsker, priceOf, type Expenses } from './ask-provider.ts';
import { NO_KEY } from './find-provider.ts';

export interface Message {
  readonly role: 'system' | 'user' | 'assistant';
  readonly content: string;
}

export interface AskModelOptions<S extends z.ZodType> {
  readonly tools: EvaluatorTools;
  readonly model: string;
  readonly messages: readonly Message[];
  /** Name of what is asked for, in the protocol's words. */
  readonly name: string;
  /** What the answer must be. */
  readonly schema: S;
  readonly expenses: Expenses;
  readonly signal?: AbortSignal | undefined;
}

/** An answer of another structure is asked for anew: models do not always keep to it. */
const ATTEMPTS = 2;

/**
 * Asks a model for a value of a structure. What it costs goes to the account, also when the answer is of no use.
 *
 * @throws what says why there is no such answer
 */
export async function askModel<S extends z.ZodType>(options: AskModelOptions<S>): Promise<z.output<S>> {
  const asker = await createAsker(options.tools);
  let problem = '';
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const content = await complete(asker, options);
    const parsed = options.schema.safeParse(parseContent(content));
    if (parsed.success) return parsed.data;
    problem = `Model ${options.model} answered something else than was asked for: ${JSON.stringify(content.slice(0, 120))}.`;
  }
  throw new Error(problem);
}

async function complete(asker: OpenAI, options: AskModelOptions<z.ZodType>): Promise<string> {
  try {
    return await completeOnce(asker, options, structured(options));
  } catch (error) {
    // Some endpoints do not know structured output; what they answer is checked all the same.
    if (!isUnknownFormat(error)) throw describe(error, options.model, asker);
  }
  try {
    return await completeOnce(asker, options, {});
  } catch (error) {
    throw describe(error, options.model, asker);
  }
}

type Format = Pick<OpenAI.ChatCompletionCreateParamsNonStreaming, 'response_format'>;

async function completeOnce(asker: OpenAI, options: AskModelOptions<z.ZodType>, format: Format): Promise<string> {
  const { tools, model, messages, expenses, signal } = options;
  const answer: unknown = await asker.chat.completions.create(
    { model, messages: [...messages, ...inWords(options, format)], ...format },
    signal === undefined ? {} : { signal },
  );
  const read = Completion.safeParse(answer);
  if (!read.success) {
    expenses.add(null);
    throw new Error('the answer is not what the protocol says it is');
  }
  const { model: answering, usage, choices } = read.data;
  expenses.add(await priceOf(tools, { model: answering ?? model, requestedModel: model }, usage));
  const message = choices[0]?.message;
  if (message?.refusal != null && message.refusal !== '') throw new Error(`it refused: ${message.refusal}`);
  return message?.content ?? '';
}

const Completion = z.object({
  model: z.string().nullish(),
  usage: CountedTokens.nullish(),
  choices: z
    .array(z.object({ message: z.object({ content: z.string().nullish(), refusal: z.string().nullish() }) }))
    .min(1),
});

function structured({ name, schema }: AskModelOptions<z.ZodType>): Format {
  const { $schema: _dialect, ...json } = z.toJSONSchema(schema);
  return { response_format: { type: 'json_schema', json_schema: { name, schema: json, strict: true } } };
}

/** Without structured output, the structure is asked for in words. */
function inWords({ schema }: AskModelOptions<z.ZodType>, format: Format): Message[] {
  if (format.response_format !== undefined) return [];
  const { $schema: _dialect, ...json } = z.toJSONSchema(schema);
  return [{ role: 'system', content: `Answer with JSON alone, of this JSON Schema: ${JSON.stringify(json)}` }];
}

/** JSON, perhaps between the fences that models like to put around it. */
function parseContent(content: string): unknown {
  const start = content.indexOf('{');
  const end = content.lastIndexOf('}');
  try {
    return JSON.parse(content.slice(Math.max(start, 0), end === -1 ? undefined : end + 1));
  } catch {
    return undefined;
  }
}

function isUnknownFormat(error: unknown): boolean {
  const isRefused = error instanceof Error && 'status' in error && (error.status === 400 || error.status === 422);
  return isRefused && /response_format|json_schema|structured/i.test(error.message);
}

/**
 * Says which model failed; a signal that fired is passed on as it is. The words are stored and shown, and a provider may
 * repeat the key in its own.
 */
export function describe(error: unknown, model: string, { apiKey }: Pick<OpenAI, 'apiKey'>): unknown {
  if (!(error instanceof Error) || error.name === 'AbortError' || error.name === 'APIUserAbortError') return error;
  const cause = error.cause instanceof Error ? `${error.message} (${causeOf(error.cause)})` : error.message;
  const told = apiKey === null || apiKey === NO_KEY ? cause : cause.replaceAll(apiKey, '[key]');
  return new Error(`Model ${model} could not be asked: ${told}`, { cause: error });
}

function causeOf(error: Error): string {
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message;
}
