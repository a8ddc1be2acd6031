import { ENDPOINT_ROUTES, type EndpointRoute } from '../../contract/endpoint-routes.ts';
import type { EndpointName } from '../../contract/endpoints.ts';
import type { ValidationErrorItem } from '../../contract/validation/validation-error.ts';
import { BugError, type ServiceError } from '../../foundation/errors/wf-error.ts';
import { type Answer, unexpectedAnswer } from '../sending/send-once.ts';
import { fixAnswer } from './public-service-quirks.ts';
import { type RefusalContext, toServiceError } from './service-refusal.ts';
import { isInexactNumber, parseExactNumbers } from '../../contract/validation/exact-json.ts';
import { parseJson } from '../../contract/validation/parse-json.ts';
import type * as z from 'zod';
import { loadEndpoints } from '../../contract/load-endpoints.ts';
import { pathParameterNames } from '../../contract/endpoint/protocol.ts';
import { isRecord, type UnknownRecord } from '../../foundation/record.ts';

/**
 * Decodes a response: fixes known quirks of the public service, then checks the body against the endpoint's schema.
 * Drops unknown fields, so that the client works with a newer service, and fields of ours unless the service is one of ours.
 *
 * @param name - name of the endpoint, for messages
 * @param endpoint - what is known of it without its schemas
 * @param answer - the response, read completely
 * @throws {ServiceError} when the status is 400 or above
 * @throws {WF_UNEXPECTED_ANSWER} when the body does not match the endpoint's schema; the message names the field
 * @source seed §4
 */
export async function fromHttpResponse(
  name: EndpointName,
  endpoint: EndpointRoute,
  answer: Answer,
  context: RefusalContext,
): Promise<unknown> {
  if (answer.status >= 400) throw toServiceError(answer, { ...context, isExtension: endpoint.isExtension ?? false });
  if (answer.status < 200 || answer.status >= 300)
    throw unexpected(answer, name, `: status ${answer.status}`, undefined);
  if (endpoint.answer === 'nothing') return undefined;
  if (endpoint.answer === 'bytes') return answer.bytes;
  return await parseAnswer(name, answer, context.service);
}

async function parseAnswer(name: EndpointName, answer: Answer, service: RefusalContext['service']): Promise<unknown> {
  const fixed = fixAnswer(name, readJson(name, answer));
  const { REPORTED, toValidationItems } = await import('../../contract/validation/validation-error.ts');
  // zod compiles a parser for each schema, which takes longer than to read a short answer without.
  const jitless = answer.bytes.length < COMPILED_BYTES;
  const schema = await loadResponseSchema(name);
  // Loaded only here, so that a list of our own service does not load it.
  const value = service.isExtended ? fixed : (await import('./read-others.ts')).readOthers(schema, fixed);
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

/**
 * Checks that a response is about the record that the request names: a command must not report on another one.
 *
 * @param value - the parsed response
 * @throws {WF_UNEXPECTED_ANSWER} with the requested id and the id of the response
 */
export function requireAskedRecord(
  endpoint: Pick<EndpointRoute, 'path' | 'isExtension'>,
  input: UnknownRecord,
  value: unknown,
  answer: Answer,
): void {
  // Our own endpoints give these names to other records, too; the public ones do not.
  if (endpoint.isExtension === true) return;
  const records: readonly unknown[] = Array.isArray(value) ? value : [value];
  const named = [...pathParameterNames(endpoint.path), 'app_id'];
  const own = Array.isArray(value) ? null : ownParameter(endpoint.path);
  for (const record of records) {
    if (!isRecord(record)) continue;
    for (const name of named) requireSame(input[name], record[name], name, answer);
    if (own !== null) requireSame(input[own.parameter], record[own.field], own.field, answer);
  }
}

/** The parameter that names the record itself, as in `/testsets/{testset_id}`, and its field. */
function ownParameter(path: string): { readonly parameter: string; readonly field: string } | null {
  const [, parameter] = /\{(\w+)\}$/.exec(path) ?? [];
  if (parameter === undefined) return null;
  if (parameter.endsWith('_id')) return { parameter, field: 'id' };
  return parameter === 'environment_name' ? { parameter, field: 'name' } : null;
}

/** Older releases of the public service accept ids of an earlier database, and answer with the new ones. */
const EARLIER_ID = /^[0-9a-f]{24}$/;

function requireSame(asked: unknown, answered: unknown, field: string, answer: Answer): void {
  if (!isScalar(asked) || !isScalar(answered) || EARLIER_ID.test(String(asked))) return;
  if (String(asked).toLowerCase() === String(answered).toLowerCase()) return;
  const { method, url } = answer;
  const message = `The service answered with another record than ${method} ${url.pathname} asks for: \`${field}\` is ${JSON.stringify(answered)} instead of ${JSON.stringify(asked)}.`;
  const nextSteps = ['Check that base_url is a service that wf can talk to: wf config list'];
  throw unexpectedAnswer(answer, message, { nextSteps });
}

function isScalar(value: unknown): value is string | number {
  return typeof value === 'string' || typeof value === 'number';
}
