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

/** A running service of another make, and what it was asked. */
export interface JsonService extends RunningServer {
  /** Method and path of each request, as in `GET /apps?app_name=a`. */
  readonly asked: string[];
}

/**
 * Starts a server that answers JSON. It sends no header of ours. An unknown path gets FastAPI's 404, and a method that its
 * path lacks FastAPI's 405.
 */
export async function startJsonService(handlers: Handlers): Promise<JsonService> {
  const routes = Object.entries(handlers).map(([name, handler]) => toRoute(name, handler));
  const asked: string[] = [];
  const server = await startHttpServer(async (request, response) => {
    asked.push(`${request.method ?? ''} ${request.url ?? ''}`);
    try {
      const answer = await answerWith(routes, request);
      send(response, 200, answer === undefined ? null : answer);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      send(response, error.status, error.body);
    }
  });
  return Object.assign(server, { asked });
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

async function answerWith(routes: readonly Route[], request: IncomingMessage): Promise<unknown> {
  const url = new URL(request.url ?? '', 'http://service');
  const there = routes.filter(({ pattern }) => pattern.test(url.pathname));
  if (there.length === 0) throw new Refused(404, { detail: 'Not Found' });
  const route = there.find(({ method }) => method === request.method);
  if (route === undefined) throw new Refused(405, { detail: 'Method Not Allowed' });
  const groups = route.pattern.exec(url.pathname)?.groups ?? {};
  const text = await readBody(request);
  return await route.handler({
    at: (name) => decodeURIComponent(groups[name] ?? url.searchParams.get(name) ?? ''),
    body: text === '' ? {} : (JSON.parse(text) as Fields),
  });
}

function send(response: ServerResponse, status: number, body: unknown): void {
  const isText = typeof body === 'string' && status >= 400;
  response.statusCode = status;
  if (status === 204) return void response.end();
  response.setHeader('content-type', isText ? 'text/plain; charset=utf-8' : 'application/json');
  response.end(isText ? body : JSON.stringify(body));
}

/** FastAPI's answer to a body without required fields. @source facts §3.5 */
export function requireFields(body: Fields, ...names: readonly string[]): void {
  const missing = names.filter((name) => body[name] === undefined);
  if (missing.length === 0) return;
  const detail = missing.map((name) => ({ type: 'missing', loc: ['body', name], msg: 'Field required', input: body }));
  throw new Refused(422, { detail });
}
