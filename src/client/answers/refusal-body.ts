import type { ValidationError, ValidationErrorItem } from '../../contract/validation/validation-error.ts';
import { checkAnswer } from '../endpoints/answer-shape.ts';
import { shapeNamed } from '../endpoints/client-table.ts';

/** What an answer of status 400 or above says. */
export interface RefusalBody {
  /** In one line; empty when it says nothing a person could read. */
  readonly detail: string;
  /** Violations of a 422. */
  readonly items: readonly ValidationErrorItem[] | null;
  /** What our service calls it, where a status alone does not say; `null` otherwise. */
  readonly code: string | null;
  /** Where the workflow's own code failed; `null` when it is not its failure. */
  readonly stacktrace: readonly string[] | null;
  /** Whether it is an object with a message alone, which is how a deployed route tells of its own failure. */
  readonly isMessage: boolean;
  /** The body as data; `undefined` when it is not JSON. */
  readonly json: unknown;
  readonly text: string;
  readonly isHtml: boolean;
}

/**
 * Reads the body of a refusal, whatever it is: `{"detail"}` with a sentence, with validation items or with an object;
 * other JSON; plain text; a web page; nothing.
 *
 * @source seed §2.8, facts §3.5, §4.4
 */
export function readRefusalBody(bytes: Uint8Array, contentType: string): RefusalBody {
  const text = new TextDecoder().decode(bytes).trim();
  const json = parseJson(text);
  const isHtml = json === undefined && (/html/i.test(contentType) || /^<(!doctype|html)/i.test(text));
  const body = { json, text, isHtml, items: null, code: null, stacktrace: null, isMessage: false };
  if (json === undefined) return { ...body, detail: isHtml ? titleOf(text) : firstLine(text) };
  const items = readItems(json);
  if (items !== null) return { ...body, items, detail: describeItems(items) };
  const detail = detailOf(json);
  if (typeof detail === 'object' && detail !== null && !Array.isArray(detail)) {
    const { message, code, stacktrace }: ObjectDetail = detail;
    const known = typeof code === 'string' ? code : null;
    const isMessage = typeof message === 'string' && known === null;
    const words = firstLine(wordOf(message, detail));
    return { ...body, detail: words, code: known, stacktrace: toLines(stacktrace), isMessage };
  }
  return { ...body, detail: firstLine(wordOf(detail, json)) };
}

/** A detail that is an object, as a workflow's own failure has it. */
interface ObjectDetail {
  readonly message?: unknown;
  readonly code?: unknown;
  readonly stacktrace?: unknown;
}

/** The violations of a 422; `null` when the body is something else. */
function readItems(json: unknown): readonly ValidationErrorItem[] | null {
  const { value, violations } = checkAnswer(shapeNamed('validationError'), json);
  // The shape was made from the schema that the type comes from.
  return violations.length > 0 ? null : ((value as ValidationError).detail ?? null);
}

function detailOf(json: unknown): unknown {
  return typeof json === 'object' && json !== null && 'detail' in json ? json.detail : undefined;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Not JSON: the caller then treats it as text.
    return undefined;
  }
}

const SHOWN_ITEMS = 3;

function describeItems(items: readonly ValidationErrorItem[]): string {
  const shown = items.slice(0, SHOWN_ITEMS).map(({ loc, msg }) => `${fieldOf(loc)}: ${msg}`);
  const more = items.length > SHOWN_ITEMS ? `; and ${items.length - SHOWN_ITEMS} more` : '';
  return `${shown.join('; ')}${more}`;
}

/** Whoever typed a value knows it by its field's name; that it travels in a body is for the details. */
function fieldOf(loc: ValidationErrorItem['loc']): string {
  return (loc[0] === 'body' && loc.length > 1 ? loc.slice(1) : loc).join('.');
}

function wordOf(message: unknown, whole: unknown): string {
  return typeof message === 'string' ? message : JSON.stringify(whole);
}

function toLines(stacktrace: unknown): string[] | null {
  if (typeof stacktrace === 'string') return stacktrace.split('\n');
  return Array.isArray(stacktrace) ? stacktrace.map(String) : null;
}

function firstLine(text: string): string {
  const line = text.split('\n', 1)[0]?.trim() ?? '';
  return line.length > 500 ? `${line.slice(0, 500)}…` : line;
}

function titleOf(html: string): string {
  return firstLine(/<title[^>]*>([^<]*)/i.exec(html)?.[1]?.trim() ?? '');
}
