import type { EndpointName } from '../../contract/endpoints.ts';
import type { ValidationErrorItem } from '../../contract/validation/validation-error.ts';
import { ServiceError } from '../../errors/service-error.ts';
import { checkAnswer, type Shape } from '../endpoints/answer-shape.ts';
import type { ClientEndpoint } from '../endpoints/client-endpoint.ts';
import { describeExpected } from './describe-expected.ts';
import type { Answer } from '../sending/send-once.ts';
import { mendAnswer } from './public-service-quirks.ts';
import { type RefusalContext, toServiceError } from './service-refusal.ts';

/**
 * Decodes an answer: known quirks mended, then checked against the endpoint's schema. Fields that the schema does not
 * know are dropped, so that a newer service can be talked to.
 *
 * @throws {ServiceError} for a status of 400 or above
 * @throws {WF_UNEXPECTED_ANSWER} when the answer is something else than the interface promises, naming the field
 */
export function fromHttpResponse(
  name: EndpointName,
  endpoint: ClientEndpoint,
  answer: Answer,
  context: RefusalContext,
): unknown {
  if (answer.status >= 400) throw toServiceError(answer, context);
  if (answer.status < 200 || answer.status >= 300)
    throw unexpected(answer, name, `: status ${answer.status}`, undefined);
  if (endpoint.answer === 'nothing') return undefined;
  if (endpoint.answer === 'bytes') return answer.bytes;
  return parseAnswer(name, endpoint.answer, answer);
}

function parseAnswer(name: EndpointName, shape: Shape, answer: Answer): unknown {
  const { value, violations } = checkAnswer(shape, mendAnswer(name, readJson(name, answer)));
  if (violations.length === 0) return value;
  throw unexpected(answer, name, describeMismatch(violations[0]), violations);
}

function describeMismatch(item: ValidationErrorItem | undefined): string {
  if (item === undefined) return '';
  return item.loc.length === 0 ? `: ${item.msg}` : `, at field \`${item.loc.join('.')}\`: ${item.msg}`;
}

function readJson(name: EndpointName, answer: Answer): unknown {
  const text = new TextDecoder().decode(answer.bytes);
  if (text.trim() === '') return null;
  try {
    return JSON.parse(text);
  } catch {
    // Where the text stops being JSON helps nobody; what it is instead does.
    const isPage = /html/i.test(answer.headers['content-type'] ?? '') || /^\s*<(!doctype|html)/i.test(text);
    throw unexpected(answer, name, isPage ? ': it is a web page' : ': it is not JSON', text.slice(0, 1000));
  }
}

function unexpected(answer: Answer, name: EndpointName, what: string, details: unknown): ServiceError {
  const expected = describeExpected(name);
  const where = `${answer.method} ${answer.url.origin}${answer.url.pathname}`;
  return new ServiceError({
    code: 'WF_UNEXPECTED_ANSWER',
    message: `The service answered something else than ${expected}${what} (${where}).`,
    nextSteps: ['Check that base_url is a service that wf can talk to: wf config list'],
    status: answer.status,
    requestId: answer.headers['x-request-id'] ?? null,
    details,
  });
}
