import { shellWord } from '../../foundation/shell-word.ts';
import { type ErrorCode, ServiceError, userError, type UserError } from '../../foundation/errors/wf-error.ts';
import type { Answer, ServiceKnowledge } from '../sending/send-once.ts';
import { fixRefusal, isUnknownPath } from './fix-refusal.ts';
import { firstLine, isStack, readRefusalBody, toLine, type RefusalBody } from './refusal-body.ts';

export interface RefusalContext {
  /** Whether the request carried a key. */
  readonly isSignedIn: boolean;
  /** Address of the service, with its path prefix. */
  readonly baseUrl: string;
  readonly service: Readonly<ServiceKnowledge>;
  /** Finds out whether the service speaks the interface, if no answer has shown it yet. */
  readonly identify: (lacking: string) => Promise<void>;
  /** What to do where the service lacks the endpoint. @defaultValue nothing */
  readonly instead?: readonly string[];
  /** Whether the endpoint is ours. @defaultValue false */
  readonly isExtension?: boolean;
  /** Subject of messages about refused input. @defaultValue `The service` */
  readonly refuser?: string;
}

/** Returns the status that a service meant. */
export function intendedStatusOf(answer: Answer): number {
  return answer.status < 400 ? answer.status : readRefusalOf(answer).status;
}

function readRefusalOf({ status, headers, bytes }: Answer) {
  const body = readRefusalBody(new TextDecoder().decode(bytes), headers['content-type'] ?? '');
  // Plain text may be a page of a stack, and an author's error what only its first line says.
  const isOwn = body.stacktrace !== null || body.isMessage || isStack(body.detail);
  const inLine = body.json === undefined || isOwn ? firstLine : toLine;
  const detail = body.items === null ? inLine(body.detail) : body.detail;
  return { body, ...fixRefusal({ status, detail }) };
}

/** Answers whether a workflow's own code sent a failed answer, so that it may have changed something. */
export function isFromWorkflow(answer: Answer): boolean {
  return isThrown({ answer, body: readRefusalOf(answer).body });
}

/** Converts a response of status 400 or above to an error. Of a missing endpoint, it finds out what the service is first. */
export async function refuse(answer: Answer, context: RefusalContext): Promise<ServiceError> {
  const { body, status, detail } = readRefusalOf(answer);
  if (status === 405 || (status === 404 && isEndpointMissing({ body, detail })))
    await context.identify(answer.url.pathname);
  return toServiceError(answer, context);
}

/** Converts a response of status 400 or above to an error, by what is known about the service. */
export function toServiceError(answer: Answer, context: Omit<RefusalContext, 'identify'>): ServiceError {
  const { body, status, detail } = readRefusalOf(answer);
  const refusal = { ...context, answer, body, status, detail };
  const { code, message, nextSteps = [] } = describeRefusal(refusal);
  return new ServiceError({
    code,
    message: message.replace(/[.\s]+$/, '').replace(/(?<![?!])$/, '.'),
    nextSteps,
    status: answer.status,
    requestId: answer.headers['x-request-id'] ?? null,
    details: body.items ?? body.json ?? (body.text === '' ? undefined : body.text.slice(0, 10_000)),
  });
}

interface Refusal extends Omit<RefusalContext, 'identify'> {
  readonly answer: Answer;
  readonly body: RefusalBody;
  /** The intended status. */
  readonly status: number;
  readonly detail: string;
}

interface Description {
  readonly code: ErrorCode;
  readonly message: string;
  readonly nextSteps?: readonly string[];
}

function describeRefusal(refusal: Refusal): Description {
  const { status, detail } = refusal;
  if (isRefusedByWorkflow(refusal) || (isThrown(refusal) && status !== 401 && status !== 403)) {
    return { code: 'WF_ROUTE_FAILED', message: `The workflow failed: ${detail}` };
  }
  const describe = DESCRIPTIONS[status];
  if (describe !== undefined) return describe(refusal);
  // A proxy sends these two when the service behind it does not run.
  const isAbsent = status === 502 || status === 503;
  const code = status < 500 ? 'WF_INVALID_INPUT' : isAbsent ? 'WF_UNREACHABLE' : 'WF_FAILED';
  const nextSteps = isAbsent ? [`wf api GET /health --base-url ${shellWord(refusal.baseUrl)}`] : [];
  const { origin } = refusal.answer.url;
  return { code, message: `${origin} answered ${called(refusal)} with ${status}${colon(detail)}`, nextSteps };
}

/** Whether the workflow's own code failed. Only a playground call returns the stack. */
function isThrown({ body, answer }: Pick<Refusal, 'body' | 'answer'>): boolean {
  return body.stacktrace !== null || (body.isMessage && answer.url.pathname.includes('/services/'));
}

/** Our service sends its own 401 with the scheme of its keys, and no such header of a workflow's. */
function isRefusedByWorkflow({ status, answer: { url, headers } }: Refusal): boolean {
  const isCall = url.pathname.includes('/services/') && 'wf-version' in headers;
  return status === 401 && isCall && !('www-authenticate' in headers);
}

/** Conflicts that our service distinguishes from a name that is taken. */
const NARROWER_CONFLICTS: readonly ErrorCode[] = [
  'WF_BREAKING_CHANGE',
  'WF_PROTECTED',
  'WF_GATE_FAILED',
  'WF_GATE_INCONCLUSIVE',
];

const DESCRIPTIONS: Partial<Record<number, (refusal: Refusal) => Description>> = {
  401: ({ answer, isSignedIn, baseUrl }) => ({
    code: 'WF_NOT_SIGNED_IN',
    message: isSignedIn
      ? `${answer.url.origin} does not accept the key that was sent`
      : `${answer.url.origin} requires a key, and none was sent`,
    nextSteps: [`wf login --base-url ${shellWord(baseUrl)}`],
  }),
  403: (refusal) => ({
    code: 'WF_NOT_ALLOWED',
    message: `The key that was sent is not allowed to ${called(refusal)}${colon(refusal.detail)}`,
    nextSteps: ['wf whoami', `wf login --base-url ${shellWord(refusal.baseUrl)}`],
  }),
  404: (refusal) =>
    isEndpointMissing(refusal) ? describeMissing(refusal) : { code: 'WF_NOT_FOUND', message: refusal.detail },
  405: (refusal) =>
    refusal.service.hasSucceeded
      ? describeMissing(refusal)
      : { code: 'WF_USAGE', message: `The service does not support ${called(refusal)}` },
  407: () => ({
    code: 'WF_UNREACHABLE',
    message: 'The proxy requires a name and a password',
    nextSteps: ['Set HTTPS_PROXY to http://NAME:PASSWORD@HOST:PORT'],
  }),
  408: timedOut,
  409: ({ detail, ...refusal }) => ({
    code: NARROWER_CONFLICTS.find((code) => code === refusal.body.code) ?? 'WF_CONFLICT',
    message: detail || `${called(refusal)} conflicts with the state of the record`,
  }),
  412: ({ detail, ...refusal }) => ({
    code: 'WF_CONFLICT',
    message: detail || `${called(refusal)} was refused: the record has changed since it was read`,
  }),
  413: (refusal) => ({
    code: 'WF_INVALID_INPUT',
    message: `The body of ${called(refusal)} exceeds the service's size limit${colon(refusal.detail)}`,
  }),
  422: ({ detail, refuser = 'The service' }) => ({
    code: 'WF_INVALID_INPUT',
    message: `${refuser} rejects the input: ${detail || 'it gives no reason'}`,
  }),
  429: ({ answer, detail }) => {
    const after = answer.headers['retry-after'];
    const until = after === undefined ? '' : `; try again ${/^\d+$/.test(after) ? `in ${after} s` : `at ${after}`}`;
    return { code: 'WF_RATE_LIMITED', message: `Too many requests to ${answer.url.origin}${until}${colon(detail)}` };
  },
  504: timedOut,
};

/** A base URL below which something succeeded is right, so the service itself lacks the endpoint. */
function describeMissing(refusal: Refusal): Description {
  const { answer, service, isExtension = false, instead = [] } = refusal;
  const request = `${answer.url.origin} has no ${called(refusal)}`;
  if (isExtension)
    return { code: 'WF_UNSUPPORTED', message: `${request}, an extension of wf`, nextSteps: ['wf whoami'] };
  // An older release of ours.
  if (service.isExtended) return { code: 'WF_UNSUPPORTED', message: request, nextSteps: ['wf whoami'] };
  if (service.hasSucceeded) return { code: 'WF_UNSUPPORTED', message: request, nextSteps: instead };
  return { code: 'WF_NOT_FOUND', message: `${request}; ${WRONG_ADDRESS}`, nextSteps: ADDRESS_STEPS };
}

const WRONG_ADDRESS = 'its base URL may lack a path such as /api';
const ADDRESS_STEPS = ['wf config list'];

/** Creates the error about an address where nothing of the interface was found. */
export function unknownInterface(baseUrl: string): UserError {
  return userError('WF_NOT_FOUND', `Nothing of the interface is at ${baseUrl}; ${WRONG_ADDRESS}.`, ADDRESS_STEPS);
}

function timedOut(refusal: Refusal): Description {
  const { status, detail } = refusal;
  return {
    code: 'WF_TIMEOUT',
    message: `The service did not complete ${called(refusal)} in time (${status})${colon(detail)}`,
  };
}

/** A web page or a framework's default text means an unknown path; a message about a missing record names it. */
function isEndpointMissing({ detail, body }: Pick<Refusal, 'detail' | 'body'>): boolean {
  return body.isHtml || isUnknownPath(detail);
}

function called({ answer }: Pick<Refusal, 'answer'>): string {
  return `${answer.method} ${answer.url.pathname}`;
}

function colon(detail: string): string {
  return detail === '' ? '' : `: ${detail}`;
}
