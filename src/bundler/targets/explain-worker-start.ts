import type { SourceError } from '../../foundation/errors/source-error.ts';
import type { SourcePosition } from '../build/draw-code-frame.ts';
import { type BuiltSources, findSource } from './find-source.ts';
import { failingPackage, toStartError } from './to-start-error.ts';

/** What workerd says of work that needs a request. */
const GLOBAL_SCOPE = /Disallowed operation called within global scope/;

/** Creates the error for a Worker that does not start, from what workerd wrote. */
export async function explainWorkerStart(written: string, options: BuiltSources): Promise<SourceError> {
  const frames = positionsOf(written, options);
  const isEarly = GLOBAL_SCOPE.test(written);
  const canWait = isEarly && failingPackage(frames) !== null;
  const failure = {
    platform: 'Cloudflare Workers',
    reason: isEarly ? EARLY : reasonIn(written),
    frames,
    nextSteps: [
      ...(canWait ? ["Import the package that fails inside the handler: await import('…')"] : []),
      'wf build --target container',
    ],
    details: { written },
  };
  return await toStartError(failure, options.root);
}

const EARLY = 'it uses the network, a timer or random values while it is imported, which Workers refuse.';

/** @example service main: Uncaught TypeError: Invalid URL string. */
function reasonIn(written: string): string {
  const [, thrown] = /Uncaught ([^\n]+)/.exec(written) ?? [];
  const line = thrown ?? written.trim().split('\n')[0] ?? '';
  return /[.!?]$/.test(line) ? line : `${line}.`;
}

/** Finds the positions in the sources of a stack's frames, innermost first. */
function positionsOf(written: string, sources: BuiltSources): SourcePosition[] {
  return [...written.matchAll(/^\s+at (?:.*\()?([^\s()]+\.mjs):(\d+):(\d+)/gm)].flatMap(
    ([, module = '', line, column]) => {
      const position = findSource({ module, line: Number(line), column: Number(column) }, sources);
      return position === null ? [] : [position];
    },
  );
}
