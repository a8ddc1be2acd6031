import { join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { BuildWarning } from '../../foundation/build-warning.ts';
import { isSourceError, type SourceError } from '../../foundation/errors/source-error.ts';
import { formatPosition, type SourcePosition } from '../build/draw-code-frame.ts';
import { toDescribeError } from '../describe/describe-bundle.ts';
import { type DescribeEnd, runDescribeChild } from '../describe/run-describe-child.ts';
import { type BuiltSources, findSource } from './find-source.ts';
import type { StartOptions } from './target.ts';
import { toStartError } from './to-start-error.ts';

interface NodeSettings {
  /** Subject of messages: `AWS Lambda`. */
  readonly platform: string;
  readonly main: string;
  /** Variables that the platform sets. @param folder - that of the code */
  readonly environment: (folder: string) => Readonly<Record<string, string>>;
}

/**
 * Imports the entry of a result in Node, confined as the process that reads route schemas: without a network, with a time
 * limit, and in a working folder of its own. The process starts while the result is written.
 *
 * @throws {WF_BUILD_FAILED} when the import fails
 */
export async function startOnNode(settings: NodeSettings, options: StartOptions): Promise<BuildWarning[]> {
  const { folder, ready, child } = options;
  const variables = { ...settings.environment(folder), ...options.variables };
  const bundle = join(folder, settings.main);
  const end = await runDescribeChild({ ...child, task: 'start', bundle, ready, variables });
  if (end.type === 'reported' && end.report.type === 'started') return [];
  throw await explain(end, settings.platform, options);
}

async function explain(end: DescribeEnd, platform: string, options: StartOptions): Promise<SourceError> {
  const { end: mapped, frames } = withSources(end, options.folder, { ...options, files: await options.ready });
  const error = await toDescribeError(mapped, options);
  const sentence = isSourceError(error) ? error.location.sentence : error.message;
  const reason = saidByServer(end) ?? sentence.replace(/^Importing the workflow threw /, '');
  const { nextSteps, details } = error;
  return await toStartError({ platform, reason, frames, nextSteps, details }, options.root);
}

/** A server that cannot start ends with a line that says why. */
function saidByServer(end: DescribeEnd): string | null {
  return end.type === 'died' && end.code === 1 ? end.stderr.trim().split('\n').at(-1) || null : null;
}

/** A position in a stack: `at handler (file:///result/index.mjs:3:9)`. */
const POSITION = /(file:\/\/[^\s()]+):(\d+):(\d+)(?=\)?$)/gm;

/** Puts the positions of the sources into a stack, and lists them. */
function withSources(end: DescribeEnd, folder: string, built: BuiltSources) {
  const frames: SourcePosition[] = [];
  if (end.type !== 'reported' || !('stack' in end.report)) return { end, frames };
  const stack = end.report.stack.replaceAll(POSITION, (written, url: string, line: string, column: string) => {
    const module = relative(folder, fileURLToPath(url)).split(sep).join('/');
    const source = findSource({ module, line: Number(line), column: Number(column) }, built);
    if (source === null) return written;
    frames.push(source);
    return formatPosition({ ...source, file: resolve(built.root, source.file) });
  });
  return { end: { ...end, report: { ...end.report, stack } }, frames };
}
