import type { ValidationErrorItem } from '../../contract/validation/validation-error.ts';
import { parseJson } from '../../contract/validation/parse-json.ts';
import { fieldOf, isRecord } from '../../foundation/record.ts';

/** Content of an error response. */
export interface RefusalBody {
  /** What the service says, in one line or more; `null` if the body contains no readable text. */
  readonly message: string | null;
  /** The message, or the JSON in its place; empty for an empty body. */
  readonly detail: string;
  /** The violations of a 422. */
  readonly items: readonly ValidationErrorItem[] | null;
  /** Error code of our service, if the status alone is ambiguous. */
  readonly code: string | null;
  /** Stack of an error that the workflow's own code threw. */
  readonly stacktrace: readonly string[] | null;
  /** Whether the detail is an object with only a message, the form in which a deployed route reports an error. */
  readonly isMessage: boolean;
  /** What the call used until it failed, as in an answer; `null` where the body does not say. */
  readonly tree: Readonly<Record<string, unknown>> | null;
  /** The parsed body; `undefined` if it is not JSON. */
  readonly json: unknown;
  readonly text: string;
  readonly isHtml: boolean;
}

/**
 * Reads the body of an error response in any form: `{"detail"}` with a sentence, validation items or an object; other
 * JSON; plain text; a web page; nothing. Runs in a browser, too.
 *
 * @source seed §2.8, facts §3.5, §4.4
 */
export function readRefusalBody(body: string, contentType: string): RefusalBody {
  const text = body.trim();
  const json = parseJson(text);
  const isHtml = json === undefined && (/html/i.test(contentType) || /^<(!doctype|html)/i.test(text));
  if (json !== undefined) return { ...readRefusal(json), json, text, isHtml };
  const detail = isHtml ? titleOf(text) : text;
  return { ...NOTHING_MORE, message: detail === '' ? null : detail, detail, json, text, isHtml };
}

/** The part of a refusal that is in its JSON: the body of an answer, or the event that ends a stream. */
export type Refusal = Pick<RefusalBody, 'message' | 'detail' | 'items' | 'code' | 'stacktrace' | 'isMessage' | 'tree'>;

const NOTHING_MORE = { items: null, code: null, stacktrace: null, isMessage: false, tree: null };

/** Reads the JSON of a refusal. */
export function readRefusal(json: unknown): Refusal {
  const detail = fieldOf(json, 'detail');
  const items = readItems(detail);
  if (items !== null) return { ...NOTHING_MORE, ...toTexts(describeItems(items), json), items };
  const found = fieldOf(json, 'tree');
  const tree = isRecord(found) ? found : null;
  if (!isRecord(detail)) return { ...NOTHING_MORE, ...toTexts(detail, json), tree };
  const { message, code, stacktrace }: ObjectDetail = detail;
  const known = typeof code === 'string' ? code : null;
  const isMessage = typeof message === 'string' && known === null;
  return { ...toTexts(message, detail), items, code: known, stacktrace: toLines(stacktrace), isMessage, tree };
}

/** Detail of an error that the workflow's own code threw. */
interface ObjectDetail {
  readonly message?: unknown;
  readonly code?: unknown;
  readonly stacktrace?: unknown;
}

/** Returns the violations of a 422; `null` for any other detail. Whatever another service adds is dropped. */
function readItems(detail: unknown): readonly ValidationErrorItem[] | null {
  if (!Array.isArray(detail)) return null;
  const items = detail.filter(isItem);
  if (items.length === 0 && detail.length > 0) return null;
  return items.map(({ loc, msg, type }) => ({ loc, msg, type }));
}

function isItem(value: unknown): value is ValidationErrorItem {
  if (!isRecord(value)) return false;
  const { loc, msg, type } = value;
  return Array.isArray(loc) && loc.every(isStep) && typeof msg === 'string' && typeof type === 'string';
}

function isStep(value: unknown): value is string | number {
  return typeof value === 'string' || Number.isSafeInteger(value);
}

const SHOWN_ITEMS = 3;

/** Says once what is wrong with several values: a variant and its configuration usually have one name. */
function describeItems(items: readonly ValidationErrorItem[]): string {
  const byMessage = Map.groupBy(items.slice(0, SHOWN_ITEMS), ({ msg }) => msg);
  const shown = [...byMessage].map(([msg, those]) => `${those.map(({ loc }) => nameOf(loc)).join(', ')}: ${msg}`);
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

function toTexts(detail: unknown, whole: unknown): Pick<Refusal, 'message' | 'detail'> {
  const message = textOf(detail) ?? textOf(whole);
  if (message === null) return { message: null, detail: detail === '' ? '' : JSON.stringify(whole) };
  return { message, detail: message };
}

/** Where services put a text into an object. */
const TEXTS = ['message', 'detail', 'msg', 'error', 'error_description', 'title', 'reason', 'errors'];

/** Deeper than any service nests a text. */
const MAX_DEPTH = 4;

/** Reads the text in a detail of any form: a text with blanks around it, a list, an object; `null`: there is none. */
function textOf(value: unknown, depth = 0): string | null {
  if (typeof value === 'string') return value.trim() === '' ? null : value.trim();
  if (depth === MAX_DEPTH) return null;
  if (Array.isArray(value)) {
    const texts = value.flatMap((each: unknown) => textOf(each, depth + 1) ?? []);
    const more = texts.length > SHOWN_ITEMS ? `; and ${texts.length - SHOWN_ITEMS} more` : '';
    return texts.length === 0 ? null : `${texts.slice(0, SHOWN_ITEMS).join('; ')}${more}`;
  }
  if (!isRecord(value)) return null;
  for (const name of TEXTS) {
    const text = Object.hasOwn(value, name) ? textOf(value[name], depth + 1) : null;
    if (text !== null) return text;
  }
  return null;
}

function toLines(stacktrace: unknown): string[] | null {
  if (typeof stacktrace === 'string') return stacktrace.split('\n');
  return Array.isArray(stacktrace) ? stacktrace.map(String) : null;
}

/** A text in one line, cut when it is long: services indent sentences of several lines. */
export function toLine(text: string): string {
  const line = text.trim().replaceAll(/\s*\n\s*/g, ' ');
  return line.length > 500 ? `${line.slice(0, 500)}…` : line;
}

/** Whether a text is an error with its stack, of which the first line says enough. */
export function isStack(text: string): boolean {
  return /^\s+at \S|^\s*File ".*", line \d+|^Traceback /m.test(text);
}

/** The first line of a text that is not empty, cut when it is long. */
export function firstLine(text: string): string {
  return toLine(text.trim().split('\n', 1)[0] ?? '');
}

function titleOf(html: string): string {
  return /<title[^>]*>([^<]*)/i.exec(html)?.[1]?.trim() ?? '';
}
