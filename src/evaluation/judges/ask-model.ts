import type OpenAI from 'openai';
import * as z from 'zod';
import type { EvaluatorTools } from './evaluator-tools.ts';
import { type Asker, askProvider, CountedTokens, createAsker, priceOf, type Expenses, NO_KEY } from './ask-provider.ts';
import { readJson } from './find-json.ts';

export interface Message {
  readonly role: 'system' | 'user' | 'assistant';
  readonly content: string;
}

export interface AskModelOptions<S extends z.ZodType> {
  readonly tools: EvaluatorTools;
  readonly model: string;
  readonly messages: readonly Message[];
  /** Name of the requested value in the protocol. */
  readonly name: string;
  readonly schema: S;
  /** Reads the answer. @defaultValue JSON that the schema accepts */
  readonly read?: (content: string) => z.output<S> | undefined;
  readonly expenses: Expenses;
  readonly signal?: AbortSignal | undefined;
}

/** Requests again after an answer of another structure: models do not always follow it. */
const ATTEMPTS = 2;

/**
 * Asks a model for a structured value. Its cost is recorded even when the answer is unusable.
 *
 * @throws {Error} that says why there is no usable answer
 */
export async function askModel<S extends z.ZodType>(options: AskModelOptions<S>): Promise<z.output<S>> {
  const asker = await createAsker(options.tools);
  let problem = '';
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const content = await complete(asker, options);
    const answer = options.read === undefined ? readJson(content, options.schema) : options.read(content);
    if (answer !== undefined) return answer;
    problem = `The answer of model ${options.model} was not understood${asker.mayQuote ? `: ${quoteAnswer(content)}` : '.'}`;
  }
  throw new Error(problem);
}

/** Some endpoints do not support structured output; the answer is checked either way. */
async function complete(asker: Asker, options: AskModelOptions<z.ZodType>): Promise<string> {
  try {
    return await completeOnce(asker, options, structured(options)).catch((error: unknown) => {
      if (isUnknownFormat(error)) return completeOnce(asker, options, {});
      throw error;
    });
  } catch (error) {
    throw describe(error, options.model, asker);
  }
}

type Format = Pick<OpenAI.ChatCompletionCreateParamsNonStreaming, 'response_format'>;

async function completeOnce(asker: Asker, options: AskModelOptions<z.ZodType>, format: Format): Promise<string> {
  const { tools, model, messages, expenses } = options;
  const { client, mayQuote } = asker;
  const request = { model, messages: [...messages, ...inWords(options, format)], ...format };
  const answer = await askProvider(asker, { expenses, signal: options.signal }, async (signal) => {
    return await client.chat.completions.create(request, { signal });
  });
  const read = Completion.safeParse(answer);
  if (!read.success) {
    expenses.add(null);
    throw new Error('the answer does not follow the protocol');
  }
  const { model: answering, usage, choices } = read.data;
  expenses.add(await priceOf(tools, { model: answering ?? model, requestedModel: model }, usage));
  const message = choices[0]?.message;
  if (message?.refusal != null && message.refusal !== '') {
    throw new Error(mayQuote ? `it refused: ${message.refusal}` : 'it refused');
  }
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

/** Without structured output, the prompt asks for the structure. */
function inWords({ schema }: AskModelOptions<z.ZodType>, format: Format): Message[] {
  if (format.response_format !== undefined) return [];
  const { $schema: _dialect, ...json } = z.toJSONSchema(schema);
  return [{ role: 'system', content: `Answer with JSON alone, of this JSON Schema: ${JSON.stringify(json)}` }];
}

const MAX_SHOWN_LENGTH = 500;

/** Quotes the beginning of an answer, with a full stop. */
export function quoteAnswer(content: string): string {
  if (content.trim() === '') return 'it is empty.';
  return content.length > MAX_SHOWN_LENGTH
    ? `${JSON.stringify(content.slice(0, MAX_SHOWN_LENGTH))} and ${content.length - MAX_SHOWN_LENGTH} more characters.`
    : `${JSON.stringify(content)}.`;
}

function isUnknownFormat(error: unknown): boolean {
  const isRefused = error instanceof Error && 'status' in error && (error.status === 400 || error.status === 422);
  return isRefused && /response_format|json_schema|structured/i.test(error.message);
}

/**
 * Names the model that failed; an abort is passed on unchanged. The message is stored and shown, and a provider's message
 * may contain the key. Of an address that the caller named, it has only the status: the answer may not be for the caller.
 */
export function describe(error: unknown, model: string, { client: { apiKey }, mayQuote }: Asker): unknown {
  if (!(error instanceof Error) || error.name === 'AbortError' || error.name === 'APIUserAbortError') return error;
  const quoted = mayQuote ? messageOf(error) : briefly(error);
  const reason = apiKey === null || apiKey === NO_KEY ? quoted : quoted.replaceAll(apiKey, '[key]');
  return new Error(`Model ${model} could not be called: ${reason}`, { cause: error });
}

function messageOf(error: Error): string {
  return error.cause instanceof Error ? `${error.message} (${causeOf(error.cause)})` : error.message;
}

function causeOf(error: Error): string {
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message;
}

function briefly(error: Error): string {
  if ('status' in error && typeof error.status === 'number') return `the provider answered ${error.status}`;
  return messageOf(error);
}
