import type { ValidationError, ValidationErrorItem } from '../../contract/validation/validation-error.ts';
import { fieldOf, isRecord } from '../../foundation/record.ts';
import { checkAnswer } from '../endpoints/answer-shape.ts';
import { shapeNamed } from '../endpoints/client-table.ts';
import { parseJson } from '../../contract/validation/parse-json.ts';

/** Content of an error response. */
export interface RefusalBody {
  /** One line of text; empty if the body contains no readable text. */
  readonly detail: string;
  /** The violations of a 422. */
  readonly items: readonly ValidationErrorItem[] | null;
  /** Error code of our service, if the status alone is ambiguous. */
  readonly code: string | null;
  /** Stack of an error that the workflow's own code threw. */
  readonly stacktrace: readonly string[] | null;
  /** Whether the detail is an object with only a message, the form in which a deployed route reports an error. */
  readonly isMessage: boolean;
  /** The parsed body; `undefined` if it is not JSON. */
  readonly json: unknown;
  readonly text: string;
  readonly isHtml: boolean;
}

/**
 * Reads the body of an error response in any form: `{"detail"}` with a sentence, validation items or an object; other
 * JSON; plain text; a web page; nothing.
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
  const detail = fieldOf(json, 'detail');
  if (isRecord(detail)) {
    const { message, code, stacktrace }: ObjectDetail = detail;
    const known = typeof code === 'string' ? code : null;
    const isMessage = typeof message === 'string' && known === null;
    const line = firstLine(textOf(message, detail));
    return { ...body, detail: line, code: known, stacktrace: toLines(stacktrace), isMessage };
  }
  return { ...body, detail: firstLine(textOf(detail, json)) };
}

/** Detail of an error that the workflow's own code threw. */
interface ObjectDetail {
  readonly message?: unknown;
  readonly code?: unknown;
  readonly stacktrace?: unknown;
}

/** Returns the violations of a 422; `null` for any other body. */
function readItems(json: unknown): readonly ValidationErrorItem[] | null {
  const { value, violations } = checkAnswer(shapeNamed('validationError'), json);
  // The shape was created from the schema that defines the type.
  return violations.length > 0 ? null : ((value as ValidationError).detail ?? null);
}

const SHOWN_ITEMS = 3;

function describeItems(items: readonly ValidationErrorItem[]): string {
  const shown = items.slice(0, SHOWN_ITEMS).map(({ loc, msg }) => `${nameOf(loc)}: ${msg}`);
  const more = items.length > SHOWN_ITEMS ? `; and ${items.length - SHOWN_ITEMS} more` : '';
  return `${shown.join('; ')}${more}`;
}

/**
 * Names a value as a user does: without `body`, and a route's configuration not by its name on the wire. The details
 * have the whole location.
 */
function nameOf(loc: ValidationErrorItem['loc']): string {
  const own = loc[0] === 'body' && loc.length > 1 ? loc.slice(1) : loc;
  return own[0] === CONFIGURATION && own.length > 1 ? `config ${own.slice(1).join('.')}` : own.join('.');
}

/** The configuration's name in the body of a call. @source facts §4 */
export const CONFIGURATION = 'ag_config';

function textOf(message: unknown, whole: unknown): string {
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
