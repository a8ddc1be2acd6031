import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { packagePaths } from '../../../use-cases/package-paths.ts';
import { usageError } from '../words/usage-error.ts';

/** jq's exit status for a filter that does not compile. */
const COMPILE_ERROR = 3;
const LONGEST_MS = 60_000;

/** What jq answers to one document. */
interface JqAnswer {
  readonly stdout: string;
  readonly stderr: string;
  readonly exitCode: number;
}

/** Passes one document through a filter. Texts are printed bare, everything else as one line of JSON each. */
export type JqFilter = (document: unknown) => Promise<string>;

/**
 * Makes a jq filter. This is jq itself, compiled to WebAssembly, over a megabyte, in a thread of its own: Ctrl-C ends a
 * filter that never does, and so does a limit of time, or of what it may make.
 *
 * @param limitMs - how long one document may take
 * @throws {WF_USAGE} when the filter does not compile, or does not fit the document, in jq's own words; or has no end
 */
export function openJq(filter: string, limitMs = LONGEST_MS): JqFilter {
  // Its own last words, before it runs out of memory, are for whoever compiled it. Streams that are not asked for are piped
  // into the process's own, which keeps a listener of each pipe.
  const thread = new Worker(packagePaths().jqScript, { workerData: filter, stdout: true, stderr: true });
  thread.unref();
  return async (document) => {
    thread.ref();
    const answered = once(thread, 'message', { signal: AbortSignal.timeout(limitMs) });
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
    thread.postMessage(JSON.stringify(document ?? null));
    const { stdout, stderr, exitCode } = await answered.then(
      // What src/cli/kit/output/jq-worker.ts posts.
      ([answer]) => answer as JqAnswer,
      async (error: unknown) => {
        await thread.terminate();
        throw usageError(`--jq ${JSON.stringify(filter)} ${describeEnd(error, limitMs)}`);
      },
    );
    thread.unref();
    if (exitCode === 0) return stdout;
    const what = exitCode === COMPILE_ERROR ? 'is no jq filter' : 'does not fit this result';
    throw usageError(`--jq ${JSON.stringify(filter)} ${what}: ${reasonIn(stderr)}.`);
  };
}

function describeEnd(error: unknown, limitMs: number): string {
  const isLate = error instanceof Error && error.name === 'AbortError';
  return isLate
    ? `had not ended after ${limitMs / 1000} s, and was stopped. limit(N; …) takes the first N results of an endless one.`
    : 'makes more than memory holds.';
}

function reasonIn(stderr: string): string {
  const [first = ''] = stderr.replace(/^jq: (?:error(?: \(at [^)]*\))?: )?/, '').split('\n');
  return first.replace(/ at <top-level>, line 1,/, ' at').replace(/:$/, '');
}
