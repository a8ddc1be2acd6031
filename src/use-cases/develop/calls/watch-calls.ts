import { drawCodeFrame } from '../../../bundler/build/draw-code-frame.ts';
import type { CallEnd, SourceExcerpt } from '../../../contract/develop/dev-events.ts';
import { readAnswer } from '../../../service/evaluations/plan/read-answer.ts';
import type { SourceHosting } from '../../../service/hosting/sources/source-hosting.ts';
import { readText } from '../../../foundation/read-text.ts';
import * as z from 'zod';
import { parseJson } from '../../../contract/validation/parse-json.ts';

export interface WatchCallsOptions {
  readonly hosting: Pick<SourceHosting, 'call'>;
  /** Finds the author's own lines in a stack. */
  readonly readExcerpt: (stack: string) => Promise<SourceExcerpt | null>;
  readonly onEnd: (event: CallEnd) => void;
}

type Call = SourceHosting['call'];

/** Longer answers are passed on, and reported by their status alone. */
const MAX_BYTES = 10 * 1024 * 1024;

/** Returns how to call the sources so that each call is reported. The answer is passed on before its report. */
export function watchCalls({ hosting, readExcerpt, onEnd }: WatchCallsOptions): Call {
  return async (path, request) => {
    const startedAt = performance.now();
    const response = await hosting.call(path, request);
    const route = routeOf(request.method, path);
    if (route === null) return response;
    const isJson = response.headers.get('content-type')?.startsWith('application/json') === true;
    const copy = isJson ? response.clone() : null;
    const report = async (): Promise<void> => {
      const text = copy === null ? '' : ((await readText(copy, MAX_BYTES)) ?? '');
      const duration_ms = Math.round(performance.now() - startedAt);
      const { status } = response;
      onEnd({ type: 'call-end', route, status, duration_ms, ...(await describe(status, text, readExcerpt)) });
    };
    // A caller who disconnects is not a failure of the call.
    void report().catch(() => undefined);
    return response;
  };
}

/** The route of a call; `null`: it is a question about the routes. */
function routeOf(method: string, path: string): string | null {
  const { pathname } = new URL(path, 'http://sources');
  const found = /^(?:\/playground)?\/(?:run|generate|generate_deployed)(?<route>\/.*)?$/.exec(pathname);
  return method === 'POST' && found !== null ? (found.groups?.['route'] ?? '/') : null;
}

type Described = Omit<CallEnd, 'type' | 'route' | 'status' | 'duration_ms'>;

const NOWHERE = { file: null, line: null, column: null, frame: null };

const Thrown = z.object({ detail: z.object({ message: z.string(), stacktrace: z.array(z.string()) }) });

async function describe(
  status: number,
  text: string,
  readExcerpt: WatchCallsOptions['readExcerpt'],
): Promise<Described> {
  const read = readAnswer({ status, text, retryAfter: null });
  // Without a model, there is no cost to show.
  const cost = read.usage === undefined ? null : read.cost;
  if (status < 400) return { cost: read.kind === 'answered' ? read.cost : cost, message: null, ...NOWHERE };
  const thrown = Thrown.safeParse(parseJson(text)).data?.detail;
  const message = thrown?.message ?? (read.kind === 'answered' ? null : read.error.message);
  const found = thrown === undefined ? null : await readExcerpt(thrown.stacktrace.join('\n'));
  if (found === null) return { cost, message, ...NOWHERE };
  const { file, line, column } = found;
  const frame = drawCodeFrame({ line, column }, found.lines[line - found.first_line] ?? '');
  return { cost, message, file, line, column, frame };
}
