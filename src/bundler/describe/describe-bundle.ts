import type { BuildWarning } from '../../foundation/build-warning.ts';
import { UserError } from '../../foundation/errors/wf-error.ts';
import { type EntryLocation, locateError } from '../source-map/find-author-position.ts';
import { type DescribeChildOptions, type DescribeEnd, runDescribeChild } from './run-describe-child.ts';
import { warnOfModelCalls } from './warn-of-model-calls.ts';
import { SourceError } from '../../foundation/errors/source-error.ts';
import type { ThrownError } from '../../foundation/errors/thrown-error.ts';
import { addCommand } from '../build/to-build-error.ts';
import type { DescribeReport } from './describe-report.ts';

export interface DescribeBundleOptions extends DescribeChildOptions, EntryLocation {
  /** Gets what the import does at each start of the workflow. */
  readonly onWarning?: (warning: BuildWarning) => void;
}

/** A route as the bundle's runtime describes it; the contract's `RouteSchema` checks the rest. */
export interface DescribedRoute {
  readonly path: string;
  readonly name: string;
  readonly config: Record<string, unknown> | null;
  readonly input: Record<string, unknown> | null;
  readonly output: Record<string, unknown> | null;
  readonly defaults: Record<string, unknown>;
}

/**
 * Reads a bundle's routes by importing it once in a separate process: with a time limit, a memory limit, no network, no
 * files but its own, and of this process's environment only what the options name.
 *
 * @throws {WF_WORKFLOW_INVALID} when the import throws, exits, never ends or crashes, when the SDK rejects a route, or
 * when there is no route
 */
export async function describeBundle(options: DescribeBundleOptions): Promise<DescribedRoute[]> {
  const end = await runDescribeChild(options);
  const routes = await readDescribedRoutes(end, options);
  for (const warning of warnOfModelCalls(end, options)) options.onWarning?.(warning);
  return routes;
}

/**
 * Extracts the routes from the result of an import.
 *
 * @throws {WF_WORKFLOW_INVALID} when it failed, or there is no route
 */
export async function readDescribedRoutes(end: DescribeEnd, options: EntryLocation): Promise<DescribedRoute[]> {
  if (end.type !== 'reported' || end.report.type !== 'described') throw await toDescribeError(end, options);
  const { routes, exportNames } = end.report;
  if (routes.length === 0) throw noRoutes(options.entry, exportNames);
  // The bundle's runtime is our own code, and the use case that stores the routes parses them again.
  return routes as DescribedRoute[];
}

function noRoutes(entry: string, exportNames: readonly string[]): UserError {
  const found =
    exportNames.length === 0
      ? 'it exports nothing'
      : `it exports ${exportNames.map((name) => JSON.stringify(name)).join(', ')}`;
  return new UserError({
    code: 'WF_WORKFLOW_INVALID',
    message: `${entry} exports no route: ${found}.`,
    nextSteps: ["Export one, for example: export default entrypoint({}, async () => 'hello');"],
    details: { exports: exportNames },
  });
}

/** Describes why a bundle's routes could not be read, at the author's line if there is one. */
export async function toDescribeError(end: DescribeEnd, location: EntryLocation): Promise<UserError> {
  if (end.type === 'timed-out') return neverFinished(location, `it was still running after ${end.timeoutMs / 1000} s`);
  if (end.type === 'died') return toDeathError(end, location);
  if (end.type === 'garbled') return garbled(location);
  const { report } = end;
  if (report.type === 'exited') return await toExitError(report, location);
  if (report.type === 'threw') return await toThrownError(report, location);
  throw new Error('A bundle that was described or started is not a failure.');
}

/** Node's exit status when everything has stopped but a top-level `await` still waits. */
const UNSETTLED_AWAIT = 13;

function toDeathError(end: Extract<DescribeEnd, { type: 'died' }>, location: EntryLocation): UserError {
  if (end.code === UNSETTLED_AWAIT) return neverFinished(location, 'it awaits something that never settles');
  if (/heap out of memory|allocation failed/i.test(end.stderr)) {
    return invalid({
      message: `Importing ${location.entry} ran out of memory.`,
      nextSteps: ['Move large work out of the module and into the handler.'],
    });
  }
  const how = end.signal === null ? `with code ${end.code}` : `by signal ${end.signal}`;
  return invalid({
    message: `Importing ${location.entry} ended the process ${how} before its routes could be read.`,
    details: { stderr: end.stderr },
  });
}

function garbled({ entry }: EntryLocation): UserError {
  return invalid({
    message: `Importing ${entry} sent the parent process a message that does not describe routes.`,
    nextSteps: ['Remove writes to file descriptor 3 from the top level of the module.'],
  });
}

function neverFinished({ entry }: EntryLocation, reason: string): UserError {
  return invalid({
    message: `Importing ${entry} never finishes: ${reason}.`,
    nextSteps: ['Move loops, timers and awaits from the top level of the module into the handler.'],
  });
}

async function toExitError(
  report: Extract<DescribeReport, { type: 'exited' }>,
  location: EntryLocation,
): Promise<UserError> {
  const sentence = `process.exit(${report.code ?? ''}) is called while the workflow is imported`;
  return new SourceError({
    code: 'WF_WORKFLOW_INVALID',
    location: await locateError(sentence, report.stack, location),
    nextSteps: ['Move the call into the handler, and throw an error there: wf imports a workflow to read its routes.'],
  });
}

async function toThrownError(report: ThrownError, location: EntryLocation): Promise<UserError> {
  if (report.refusal !== null) {
    const { nextSteps, details } = report.refusal;
    const located = await locateError(report.message, report.stack, location);
    return new SourceError({ code: 'WF_WORKFLOW_INVALID', location: located, nextSteps, details });
  }
  const missing = missingPackage(report);
  if (missing !== null) return await notInstalled(missing, report.stack, location);
  const said =
    report.stack === '' ? `threw ${JSON.stringify(report.message)}` : `threw ${report.name}: ${report.message}`;
  const located = await locateError(`Importing the workflow ${said}`, report.stack, location);
  return new SourceError({
    code: 'WF_WORKFLOW_INVALID',
    location: located,
    nextSteps: nextStepsFor(report, located.line !== null),
    details: { stack: report.stack },
  });
}

/** In `wf dev`, packages are not bundled, so Node is the first to report a missing one. */
function missingPackage({ code, message }: ThrownError): string | null {
  // Only the message names the package.
  if (code !== 'ERR_MODULE_NOT_FOUND') return null;
  return /^Cannot find package '([^']+)' imported from /.exec(message)?.[1] ?? null;
}

async function notInstalled(name: string, stack: string, location: EntryLocation): Promise<UserError> {
  return new SourceError({
    code: 'WF_WORKFLOW_INVALID',
    location: await locateError(`The workflow imports the package ${name}, which is not installed`, stack, location),
    nextSteps: [addCommand(location.root, name)],
  });
}

const INTO_HANDLER = 'Move code that can fail from the top level of the module into the handler.';
const IMPORT_LATER = "Import the package that fails inside the handler: await import('…')";

/** @param isAuthors - whether it was thrown at or below a line of the author's */
function nextStepsFor({ message, stack, code }: ThrownError, isAuthors: boolean): string[] {
  if (namesVariable(message, code)) {
    return ['Set the variable in .env, which is read while routes are, or read it inside the handler.'];
  }
  if (isAuthors || stack === '') return [INTO_HANDLER];
  // What Node itself throws later, such as a failed `fetch`, has no line of either.
  return OF_BUNDLE.test(stack) ? [IMPORT_LATER] : [INTO_HANDLER, IMPORT_LATER];
}

/** Frames of packages, which have no source maps in a bundle. */
const OF_BUNDLE = /\/(?:node_modules|chunks)\/|\/\w+\.mjs:/;
const VARIABLE = /\b[A-Z][A-Z0-9]*_[A-Z0-9_]+\b/g;
/** What looks like a variable, and is the code of an error. */
const CODE = /^(?:ERR|SQLITE|UND_ERR|WF)_/;

function namesVariable(message: string, code: string | null): boolean {
  return (message.match(VARIABLE) ?? []).some((name) => name !== code && !CODE.test(name));
}

function invalid(options: { message: string; nextSteps?: readonly string[]; details?: unknown }): UserError {
  return new UserError({ code: 'WF_WORKFLOW_INVALID', ...options });
}
