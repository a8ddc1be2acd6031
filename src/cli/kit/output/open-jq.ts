import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { packagePaths } from '../../../use-cases/package-paths.ts';
import { usageError } from '../../../foundation/errors/wf-error.ts';

/** jq's exit status for a filter that does not compile. */
const COMPILE_ERROR = 3;
const MAX_MS = 60_000;
/** A document is garbage once jq has it. By default, 48 MB of them may pile up before V8 collects them. */
const YOUNG_MB = 2;

interface JqAnswer {
  readonly stdout: string;
  readonly stderr: string;
  readonly exitCode: number;
}

/** Filters one document. Formats texts without quotes, everything else as one line of JSON each. */
export type JqFilter = (document: unknown) => Promise<string>;

/**
 * Creates a jq filter. It is jq itself, over a megabyte of WebAssembly, in a worker thread: Ctrl-C, a time limit and a
 * memory limit can stop an endless filter.
 *
 * @param limitMs - time limit per document
 * @throws {WF_USAGE} when the filter does not compile, fails on the document (both with jq's message), or does not end
 */
export function openJq(filter: string, limitMs = MAX_MS): JqFilter {
  // The thread's output is discarded: its message on running out of memory is for jq's developers. By default, its
  // streams would be piped into the process's own, which adds listeners.
  const thread = new Worker(packagePaths().jqScript, {
    workerData: filter,
    stdout: true,
    stderr: true,
    resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB },
  });
  thread.unref();
  return async (document) => {
    thread.ref();
    const answered = once(thread, 'message', { signal: AbortSignal.timeout(limitMs) });
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
    thread.postMessage(JSON.stringify(document ?? null));
    const { stdout, stderr, exitCode } = await answered.then(
      // Posted by src/cli/kit/output/jq-worker.ts.
      ([answer]) => answer as JqAnswer,
      async (error: unknown) => {
        await thread.terminate();
        throw usageError(`--jq ${JSON.stringify(filter)} ${describeEnd(error, limitMs)}`);
      },
    );
    thread.unref();
    if (exitCode === 0) return stdout;
    const what = exitCode === COMPILE_ERROR ? 'is not a valid jq filter' : 'fails on this result';
    throw usageError(`--jq ${JSON.stringify(filter)} ${what}: ${reasonIn(stderr)}.`);
  };
}

function describeEnd(error: unknown, limitMs: number): string {
  const isLate = error instanceof Error && error.name === 'AbortError';
  return isLate
    ? `did not end within ${limitMs / 1000} s. Use limit(N; …) for the first N results of an endless filter.`
    : 'ran out of memory.';
}

function reasonIn(stderr: string): string {
  const [first = ''] = stderr.replace(/^jq: (?:error(?: \(at [^)]*\))?: )?/, '').split('\n');
  return first.replace(/ at <top-level>, line 1,/, ' at').replace(/:$/, '');
}
