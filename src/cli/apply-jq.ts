import { loadJq } from 'jq-wasm/inline';
import { usageError } from './usage-error.ts';

/** jq's exit status for a filter that does not compile. */
const COMPILE_ERROR = 3;
const OPTIONS = ['--raw-output', '--compact-output'];

/**
 * Passes a document through a jq filter. Texts are printed bare, everything else as one line of JSON each. This is jq
 * itself, compiled to WebAssembly: over a megabyte, so this module is only loaded when it is asked for.
 *
 * @throws {WF_USAGE} when the filter does not compile, or does not fit the document, in jq's own words
 */
export async function applyJq(document: unknown, filter: string): Promise<string> {
  const jq = await loadJq();
  const { stdout, stderr, exitCode } = jq.raw(JSON.stringify(document ?? null), filter, OPTIONS);
  if (exitCode === 0) return stdout;
  const what = exitCode === COMPILE_ERROR ? 'is no jq filter' : 'does not fit this result';
  throw usageError(`--jq ${JSON.stringify(filter)} ${what}: ${reasonIn(stderr)}.`);
}

function reasonIn(stderr: string): string {
  const [first = ''] = stderr.replace(/^jq: (?:error(?: \(at [^)]*\))?: )?/, '').split('\n');
  return first.replace(/ at <top-level>, line 1,/, ' at').replace(/:$/, '');
}
