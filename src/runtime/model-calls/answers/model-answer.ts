import type { UnknownRecord } from '../../../foundation/record.ts';
import type { CountedUsage } from '../../tracing/call-trace.ts';

export type AnswerTokens = Omit<CountedUsage, 'model' | 'requestedModel' | 'provider' | 'cost' | 'reason'>;

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
}

/** Reads the answers of one protocol. */
export interface AnswerReader {
  /** Reads a whole answer; `null` if it is not of this protocol. */
  readWhole(body: UnknownRecord): ModelAnswer | null;
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
