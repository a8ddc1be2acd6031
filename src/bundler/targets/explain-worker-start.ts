import { SourceMap } from 'node:module';
import { join, relative, resolve, sep } from 'node:path';
import { SourceError } from '../../foundation/errors/source-error.ts';
import { drawCodeFrame, type SourcePosition } from '../build/draw-code-frame.ts';
import { nameIn } from '../packages/mark-external.ts';
import { readSourceLine } from '../source-map/find-author-position.ts';
import { NOWHERE, type StartOptions } from './target.ts';

/** What workerd says of work that needs a request. */
const GLOBAL_SCOPE = /Disallowed operation called within global scope/;

/** Creates the error for a Worker that does not start, from what workerd wrote. */
export async function explainWorkerStart(written: string, options: StartOptions): Promise<SourceError> {
  const frames = positionsOf(written, options);
  const [first] = frames;
  const author = frames.find(({ file }) => packageOf(file) === null);
  // The author's own line says which import leads there; without one, the package's.
  const position = author ?? first;
  const name = first === undefined ? null : packageOf(first.file);
  const what = name === null ? 'this workflow' : `the package ${name}`;
  const isEarly = GLOBAL_SCOPE.test(written);
  const line = position === author && author !== undefined ? await readSourceLine(author, options.root) : undefined;
  return new SourceError({
    code: 'WF_BUILD_FAILED',
    location: {
      sentence: `Cloudflare Workers cannot load ${what}: ${isEarly ? EARLY : reasonIn(written)}`,
      file: position?.file ?? null,
      line: position?.line ?? null,
      column: position?.column ?? null,
      frame: position === undefined || line === undefined ? null : drawCodeFrame(position, line),
    },
    nextSteps: [
      ...(isEarly && name !== null ? ["Import the package that fails inside the handler: await import('…')"] : []),
      'wf build --target container',
    ],
    details: { written },
  });
}

const EARLY = 'it uses the network, a timer or random values while it is imported, which Workers refuse.';

/** @example service main: Uncaught TypeError: Invalid URL string. */
function reasonIn(written: string): string {
  const [, thrown] = /Uncaught ([^\n]+)/.exec(written) ?? [];
  const line = thrown ?? written.trim().split('\n')[0] ?? '';
  return /[.!?]$/.test(line) ? line : `${line}.`;
}

/** Finds the positions in the sources of a stack's frames, innermost first. */
function positionsOf(written: string, { files, root }: StartOptions): SourcePosition[] {
  return [...written.matchAll(/^\s+at (?:.*\()?([^\s()]+\.mjs):(\d+):(\d+)/gm)].flatMap(
    ([, module = '', line, column]) => {
      const bytes = files.get(`${module}.map`);
      if (bytes === undefined) return [];
      // esbuild has just written it, in the standard format.
      const map = new SourceMap(JSON.parse(Buffer.from(bytes).toString()));
      const origin = map.findOrigin(Number(line), Number(column));
      if (!('fileName' in origin)) return [];
      const source = resolve(join(root, NOWHERE), origin.fileName);
      const file = relative(root, source).split(sep).join('/');
      return [{ file, line: origin.lineNumber, column: origin.columnNumber }];
    },
  );
}

function packageOf(file: string): string | null {
  const [, path] = /^.*(?:^|\/)node_modules\/(.+)$/.exec(file) ?? [];
  return path === undefined ? null : nameIn(path);
}
