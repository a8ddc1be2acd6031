import type { IncomingMessage, ServerResponse } from 'node:http';
import { readBody, startHttpServer, type RunningServer } from '../start-http-server.ts';

export type Fields = Readonly<Record<string, unknown>>;

/** A request as a handler of a service of another make reads it. */
export interface Asked {
  /** Parameters of the path and of the query. */
  readonly at: (name: string) => string;
  readonly body: Fields;
}

/** An answer other than 200 with JSON. */
export class Refused extends Error {
  readonly status: number;
  /** An object is sent as JSON, a string as text. */
  readonly body: Fields | string | null;

  constructor(status: number, body: Fields | string | null) {
    super(`status ${status}`);
    this.status = status;
    this.body = body;
  }
}

/** Returns the answer, or throws `Refused`. */
export type Handler = (asked: Asked) => unknown;

/** Handlers by method and path, as in `GET /apps/{app_id}`. Earlier ones win. */
export type Handlers = Readonly<Record<string, Handler>>;

/** A request as it arrived. */
export interface Received {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, unknown>>;
  /** Empty if there was none. */
  readonly body: Fields;
}

/** An answer before it is sent. */
export interface Reply {
  /** 0: the connection is closed instead. */
  readonly status: number;
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * Misbehaves: answers a request otherwise than the handlers would.
 *
 * @param answer - answers as the handlers would, to this request or to a changed one
 */
export type Misbehaviour = (
  received: Received,
  answer: (received: Received) => Promise<Reply>,
) => Reply | Promise<Reply>;

/** A running service of another make, and what it was asked. */
export interface JsonService extends RunningServer {
  /** Method and path of each request, as in `GET /apps?app_name=a`. */
  readonly asked: string[];
  readonly received: Received[];
  /** How it misbehaves from now on; `null`: not at all. */
  misbehaves: Misbehaviour | null;
}

export interface ServiceRules {
  /** Refuses a request before its handler reads it. */
  readonly check?: (received: Received) => void;
  /** Completes what a handler answers. */
  readonly complete?: (received: Received, body: unknown) => unknown;
}

/**
 * Starts a server that answers JSON. It sends no header of ours. An unknown path gets FastAPI's 404, and a method that its
 * path lacks FastAPI's 405.
 *
 * @param rules - what the service does with every request
 */
export async function startJsonService(handlers: Handlers, rules: ServiceRules = {}): Promise<JsonService> {
  const routes = Object.entries(handlers).map(([name, handler]) => toRoute(name, handler));
  const answer = async (received: Received): Promise<Reply> => {
    try {
      const handler = findHandler(routes, received);
      rules.check?.(received);
      const body = (await handler()) ?? null;
      return { status: 200, body: rules.complete?.(received, body) ?? body };
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      return error;
    }
  };
  const state: Omit<JsonService, keyof RunningServer> = { asked: [], received: [], misbehaves: null };
  const server = await startHttpServer(async (request, response) => {
    const received = await receive(request);
    service.asked.push(`${received.method} ${received.url}`);
    service.received.push(received);
    send(response, await (service.misbehaves === null ? answer(received) : service.misbehaves(received, answer)));
  });
  const service = Object.assign(server, state);
  return service;
}

async function receive(request: IncomingMessage): Promise<Received> {
  const { method = '', url = '', headers } = request;
  const text = await readBody(request);
  return { method, url, headers, body: text === '' ? {} : (JSON.parse(text) as Fields) };
}

interface Route {
  readonly method: string;
  readonly pattern: RegExp;
  readonly handler: Handler;
}

function toRoute(name: string, handler: Handler): Route {
  const [method = '', path = ''] = name.split(' ');
  const pattern = path.replaceAll(/\{(\w+)\}/g, (_, parameter: string) => `(?<${parameter}>[^/]+)`);
  // The public service answers with and without a slash at the end.
  return { method, pattern: new RegExp(`^${pattern}/?$`), handler };
}

/** @throws {Refused} for an unknown path, or a method that its path lacks */
function findHandler(routes: readonly Route[], { method, url: path, body }: Received): () => unknown {
  const url = new URL(path, 'http://service');
  const there = routes.filter(({ pattern }) => pattern.test(url.pathname));
  if (there.length === 0) throw new Refused(404, { detail: 'Not Found' });
  const route = there.find((one) => one.method === method);
  if (route === undefined) throw new Refused(405, { detail: 'Method Not Allowed' });
  const groups = route.pattern.exec(url.pathname)?.groups ?? {};
  const at = (name: string) => decodeURIComponent(groups[name] ?? url.searchParams.get(name) ?? '');
  return () => route.handler({ at, body });
}

function send(response: ServerResponse, { status, body, headers = {} }: Reply): void {
  if (status === 0) return void response.destroy();
  const isText = typeof body === 'string' && status >= 400;
  response.statusCode = status;
  if (status === 204) return void response.writeHead(204, headers).end();
  const isPage = headers['content-type'] !== undefined;
  response.setHeader('content-type', isText ? 'text/plain; charset=utf-8' : 'application/json');
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  response.end((isText || isPage) && typeof body === 'string' ? body : JSON.stringify(body));
}

/** FastAPI's answer to a body without required fields. @source facts §3.5 */
export function requireFields(body: Fields, ...names: readonly string[]): void {
  const missing = names.filter((name) => body[name] === undefined);
  if (missing.length === 0) return;
  const detail = missing.map((name) => ({ type: 'missing', loc: ['body', name], msg: 'Field required', input: body }));
  throw new Refused(422, { detail });
}
