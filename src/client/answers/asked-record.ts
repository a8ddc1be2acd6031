import type { EndpointRoute } from '../../contract/endpoint-routes.ts';
import { pathParameterNames } from '../../contract/endpoint/protocol.ts';
import { isRecord, type UnknownRecord } from '../../foundation/record.ts';
import { type Answer, unexpectedAnswer } from '../sending/send-once.ts';

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
