import { SourceError } from '../../foundation/errors/source-error.ts';
import { drawCodeFrame, type SourcePosition } from '../build/draw-code-frame.ts';
import { nameIn } from '../packages/mark-external.ts';
import { readSourceLine } from '../source-map/find-author-position.ts';

/** A result of a build that its platform could not load. */
export interface StartFailure {
  /** Subject of the message: `Cloudflare Workers`. */
  readonly platform: string;
  /** One sentence. */
  readonly reason: string;
  /** Positions of the stack in the sources, innermost first. */
  readonly frames: readonly SourcePosition[];
  readonly nextSteps: readonly string[];
  readonly details: unknown;
}

/** Creates the error for a result that does not start, at the author's line if there is one. */
export async function toStartError(failure: StartFailure, root: string): Promise<SourceError> {
  const { platform, reason, frames, nextSteps, details } = failure;
  const author = frames.find(({ file }) => packageOf(file) === null);
  // The author's own line says which import leads there; without one, the package's.
  const position = author ?? frames[0];
  const name = failingPackage(frames);
  const what = name === null ? 'this workflow' : `the package ${name}`;
  const line = author === undefined ? undefined : await readSourceLine(author, root);
  return new SourceError({
    code: 'WF_BUILD_FAILED',
    location: {
      sentence: `${platform} cannot load ${what}: ${reason}`,
      file: position?.file ?? null,
      line: position?.line ?? null,
      column: position?.column ?? null,
      frame: position === undefined || line === undefined ? null : drawCodeFrame(position, line),
    },
    nextSteps,
    details,
  });
}

/** Returns the package whose code threw; `null`: the author's did, or it is not known. */
export function failingPackage([first]: readonly SourcePosition[]): string | null {
  return first === undefined ? null : packageOf(first.file);
}

function packageOf(file: string): string | null {
  const [, path] = /^.*(?:^|\/)node_modules\/(.+)$/.exec(file) ?? [];
  return path === undefined ? null : nameIn(path);
}
