import { ENDPOINT_ROUTES } from '../../contract/endpoint-routes.ts';
import type { EndpointName } from '../../contract/endpoints.ts';
import type { ValidationErrorItem } from '../../contract/validation/validation-error.ts';
import { BugError, type ServiceError } from '../../foundation/errors/wf-error.ts';
import { type Answer, unexpectedAnswer } from '../sending/send-once.ts';
import { insteadOf } from './instead-of.ts';
import { dropAliases, fixAnswer } from './public-service-quirks.ts';
import { type RefusalContext, refuse } from './service-refusal.ts';
import { isInexactNumber, parseExactNumbers } from '../../contract/validation/exact-json.ts';
import { parseJson } from '../../contract/validation/parse-json.ts';
import type * as z from 'zod';
import { loadEndpoints } from '../../contract/load-endpoints.ts';
import type { UnknownRecord } from '../../foundation/record.ts';

/**
 * Decodes a response: fixes known quirks of the public service, then checks the body against the endpoint's schema.
 * Drops unknown fields, so that the client works with a newer service, and fields of ours unless the service is one of ours.
 *
 * @param call - the endpoint and its input, for messages
 * @param answer - the response, read completely
 * @throws {ServiceError} when the status is 400 or above
 * @throws {WF_UNEXPECTED_ANSWER} when the body does not match the endpoint's schema; the message names the field
 * @source seed §4
 */
export async function fromHttpResponse(
  { name, input }: EndpointCall,
  answer: Answer,
  context: RefusalContext,
): Promise<unknown> {
  const endpoint = ENDPOINT_ROUTES[name];
  if (answer.status >= 400) {
    const { isExtension = false } = endpoint;
    throw await refuse(answer, { ...context, isExtension, instead: insteadOf(name, input) });
  }
  if (answer.status < 200 || answer.status >= 300)
    throw unexpected(answer, name, `: status ${answer.status}`, undefined);
  if (endpoint.answer === 'nothing') return undefined;
  if (endpoint.answer === 'bytes') return answer.bytes;
  return await parseAnswer(name, answer, context.service);
}

/** A call of an endpoint. */
interface EndpointCall {
  readonly name: EndpointName;
  readonly input: UnknownRecord;
}

async function parseAnswer(name: EndpointName, answer: Answer, service: RefusalContext['service']): Promise<unknown> {
  const json = readJson(name, answer);
  const { REPORTED, toValidationItems } = await import('../../contract/validation/to-validation-items.ts');
  // zod compiles a parser for each schema, which takes longer than to read a short answer without.
  const jitless = answer.bytes.length < COMPILED_BYTES;
  const schema = await loadResponseSchema(name);
  // Loaded only here, so that a list of our own service does not load it.
  const value = service.isExtended
    ? dropAliases(json)
    : (await import('./read-others.ts')).readOthers(schema, fixAnswer(name, json));
  const exact = schema.safeParse(value, { ...REPORTED, jitless });
  const parsed = exact.success || !roundNumbers(value, exact.error.issues) ? exact : schema.safeParse(value, REPORTED);
  if (parsed.success) return parsed.data;
  const violations = toValidationItems(parsed.error.issues, []);
  throw unexpected(answer, name, violations.slice(0, 1).map(describeMismatch).join(''), violations);
}

const COMPILED_BYTES = 100_000;

/**
 * Rounds what the schema wants as a number: only values of users keep digits that a double cannot hold, and a cost does not.
 *
 * @returns whether there was such a number
 */
function roundNumbers(value: unknown, issues: readonly { readonly path: readonly PropertyKey[] }[]): boolean {
  let isRounded = false;
  for (const { path } of issues) {
    const parent = path
      .slice(0, -1)
      .reduce<unknown>((at, key) => (isObject(at) ? Reflect.get(at, key) : undefined), value);
    const field = path.at(-1);
    const text: unknown = isObject(parent) && field !== undefined ? Reflect.get(parent, field) : undefined;
    if (typeof text !== 'string' || !isInexactNumber(text) || !isObject(parent) || field === undefined) continue;
    isRounded = Reflect.set(parent, field, Number(text));
  }
  return isRounded;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function describeMismatch(item: ValidationErrorItem): string {
  return item.loc.length === 0 ? `: ${item.msg}` : `, at field \`${item.loc.join('.')}\`: ${item.msg}`;
}

/** An answer that cannot be read does not undo a write. */
function isConfirmedWrite({ method, status }: Answer): boolean {
  return method !== 'GET' && method !== 'HEAD' && status >= 200 && status < 300;
}

function readJson(name: EndpointName, answer: Answer): unknown {
  const text = new TextDecoder().decode(answer.bytes);
  if (text.trim() === '') return null;
  const value = parseJson(text, parseExactNumbers);
  if (value !== undefined) return value;
  // The position of the syntax error helps nobody; the kind of content does.
  const isPage = /html/i.test(answer.headers['content-type'] ?? '') || /^\s*<(!doctype|html)/i.test(text);
  const what = isPage ? ': the response is a web page' : ': the response is not JSON';
  throw unexpected(answer, name, what, text.slice(0, 1000));
}

function unexpected(answer: Answer, name: EndpointName, what: string, details: unknown): ServiceError {
  const expected = describeExpected(name);
  const where = `${answer.method} ${answer.url.origin}${answer.url.pathname}`;
  const warning = isConfirmedWrite(answer) ? ' It accepted the request, so the change may have been made.' : '';
  return unexpectedAnswer(answer, `The service did not return ${expected}${what} (${where}).${warning}`, {
    nextSteps: ['Check that base_url is a service that wf can talk to: wf config list'],
    details,
  });
}

/** Describes the response of an endpoint by its name: `getEvaluation` → "an evaluation". */
function describeExpected(name: string): string {
  const [verb = '', ...words] = name.split(/(?=[A-Z])/).map((word) => word.toLowerCase());
  const noun = words.join(' ');
  if (verb === 'list') return `a list of ${noun}`;
  if (verb === 'get' || verb === 'fetch') return withArticle(noun);
  return `the response to "${[verb, ...words].join(' ')}"`;
}

function withArticle(noun: string): string {
  if (noun.endsWith('s') && !noun.endsWith('status')) return noun;
  return `${/^[aeiou]/.test(noun) ? 'an' : 'a'} ${noun}`;
}

/** Loads the schema of an endpoint's response, with the others of its feature. */
async function loadResponseSchema(name: EndpointName): Promise<z.ZodType> {
  const { [name]: endpoint } = await loadEndpoints(ENDPOINT_ROUTES[name].feature);
  const response = endpoint?.response ?? null;
  if (response === null || !('safeParse' in response)) throw new BugError(`The response of ${name} has no schema.`);
  return response;
}
