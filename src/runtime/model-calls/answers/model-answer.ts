import { isRecord, type UnknownRecord } from '../../../foundation/record.ts';
import type { UsageDetails } from '../../../sdk/context/routing-context.ts';
import type { CountedUsage } from '../../tracing/call-trace.ts';

export type AnswerTokens = Omit<CountedUsage, 'model' | 'requestedModel' | 'provider' | 'cost' | 'reason' | 'failure'>;

/** A part of a message, in the names of OpenTelemetry. */
export type MessagePart =
  | { readonly type: 'text' | 'reasoning'; readonly content: string }
  | { readonly type: 'tool_call'; readonly id?: unknown; readonly name?: unknown; readonly arguments?: unknown };

export interface ModelAnswer {
  readonly id?: string;
  readonly model?: string;
  readonly tokens?: AnswerTokens;
  readonly parts: readonly MessagePart[];
  readonly finishReasons: readonly string[];
  readonly isBatch?: boolean;
  /** Why the model failed, where its protocol has a place for it. */
  readonly failure?: string;
  /** What the provider says that the call cost, in US dollars. */
  readonly cost?: number;
}

/** Reads the answers of one protocol. */
export interface AnswerReader {
  /**
   * Reads a whole answer.
   *
   * @param header - reads a header by its name in small letters
   * @returns `null` if it is not of this protocol
   */
  readWhole(body: UnknownRecord, header?: (name: string) => string): ModelAnswer | null;
  openStream(): AnswerStream;
}

export interface AnswerStream {
  /** @returns whether it was the last event */
  read(event: UnknownRecord): boolean;
  /** What the events so far contain; `null` if none was of this protocol. */
  answer(): ModelAnswer | null;
}

/** A list, or an empty one in place of anything else. */
export function toList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

export function toText(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

export function toCount(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : undefined;
}

/** Reads how many tokens were audio or images; `undefined` where an answer does not split its count. */
export function readDetails(details: unknown, direction: 'input' | 'output'): UsageDetails | undefined {
  if (!isRecord(details)) return undefined;
  const [audio, image] = [toCount(details['audio_tokens']), toCount(details['image_tokens'])];
  if (audio === undefined && image === undefined) return undefined;
  return {
    ...(audio === undefined ? {} : { [`${direction}_audio_tokens`]: audio }),
    ...(image === undefined ? {} : { [`${direction}_image_tokens`]: image }),
  };
}

/** Joins the pieces of a text that a stream splits. */
export function joinTexts(parts: readonly MessagePart[]): MessagePart[] {
  const joined: MessagePart[] = [];
  for (const part of parts) {
    const last = joined.at(-1);
    if (part.type !== 'tool_call' && last?.type === part.type)
      joined[joined.length - 1] = { type: part.type, content: last.content + part.content };
    else joined.push(part);
  }
  return joined;
}
