/**
 * Imports one bundle and reports its routes to the parent process. It runs in a separate process, because the import
 * runs the author's code, which may throw, exit or never end. It imports little besides Node's own modules and the
 * bundle.
 */
import { syncBuiltinESMExports } from 'node:module';
import { Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { toThrownError } from '../../foundation/errors/thrown-error.ts';
import { keepWorkingFolder } from '../../foundation/working-folder.ts';
import { watchModelCalls } from './watch-model-calls.ts';
import { type DescribeReport, type DescribeRequest, readReport, REPORT_DESCRIPTOR } from './describe-report.ts';

interface Bundle {
  createApp(options: object): { describe(): unknown[] };
  readonly exportNames: string[];
}

/** Turns of the event loop, which take no time where there is nothing to do. */
const TURNS = 3;

const exitProcess = process.exit.bind(process);

const channel = new Socket({ fd: REPORT_DESCRIPTOR });
let isReported = false;

process.on('uncaughtException', reportThrown);
process.on('unhandledRejection', reportThrown);
// The parent process has ended.
channel.once('close', () => exitProcess(1));
refuseExit();
refuseNetwork();
// Our parent wrote it.
await run((await readReport(channel)) as DescribeRequest);

async function run({ file, task }: DescribeRequest): Promise<void> {
  // Without the channel, an import that awaits something that never settles ends the process immediately.
  channel.unref();
  try {
    keepWorkingFolder(file);
    await (task === 'start' ? start(file) : describe(file));
  } catch (error) {
    reportThrown(error);
  }
}

async function describe(file: string): Promise<void> {
  process.setSourceMapsEnabled(true);
  const modelCalls = watchModelCalls();
  // The parent created this file from our stub, which defines its exports.
  const bundle = (await import(pathToFileURL(file).href)) as Bundle;
  const routes = bundle.createApp({}).describe();
  // What the module has begun reaches its first request.
  for (let turn = 0; turn < TURNS; turn += 1) await setImmediate();
  report({ type: 'described', routes, exportNames: bundle.exportNames, modelCalls });
}

/**
 * Imports the entry of a target. A server has started when it opens its port, which it does not get here. Its source maps
 * would take longer to read than the code: the parent reads them if the import fails.
 */
async function start(file: string): Promise<void> {
  const { Server } = process.getBuiltinModule('node:net');
  Server.prototype.listen = function listen(this: InstanceType<typeof Server>) {
    report({ type: 'started' });
    return this;
  };
  await import(pathToFileURL(file).href);
  // A server that cannot start has written why.
  if (process.exitCode === 1) exitProcess();
  report({ type: 'started' });
}

function reportThrown(thrown: unknown): void {
  report({ type: 'threw', ...toThrownError(networkRefusalIn(thrown) ?? thrown) });
}

function report(message: DescribeReport): void {
  if (isReported) return;
  isReported = true;
  // Do not wait for the workflow's timers or sockets.
  channel.ref().write(`${JSON.stringify(message)}\n`, () => exitProcess(0));
}

/** Finds our error in the causes: a failed `fetch` has the reason only in its cause. */
function networkRefusalIn(thrown: unknown): Error | undefined {
  if (!(thrown instanceof Error)) return undefined;
  return 'code' in thrown && thrown.code === 'WF_NO_NETWORK' ? thrown : networkRefusalIn(thrown.cause);
}

/** Reports a call of `process.exit` with its stack, which an exit alone would not show. */
function refuseExit(): void {
  process.exit = (code) => {
    const error = new Error('process.exit was called');
    report({ type: 'exited', code: code ?? process.exitCode ?? 0, stack: error.stack ?? '' });
    throw error;
  };
}

/** A guard-rail, not a sandbox: a call that could hang a build or make it irreproducible becomes a clear error. */
function refuseNetwork(): void {
  const { Socket } = process.getBuiltinModule('node:net');
  Socket.prototype.connect = function refuse(this: InstanceType<typeof Socket>) {
    process.nextTick(() => this.destroy(noNetwork()));
    return this;
  };
  const dgram = process.getBuiltinModule('node:dgram');
  for (const method of ['send', 'connect', 'bind'] as const) {
    dgram.Socket.prototype[method] = () => {
      throw noNetwork();
    };
  }
  refuseNameLookups();
  syncBuiltinESMExports();
}

function refuseNameLookups(): void {
  const dns = process.getBuiltinModule('node:dns');
  const lookups = /^(lookup|resolve|reverse)/;
  for (const owner of [dns, dns.Resolver.prototype]) {
    replaceFunctions(owner, lookups, (...parameters) => {
      const callback = parameters.at(-1);
      if (typeof callback === 'function') process.nextTick(callback, noNetwork());
    });
  }
  for (const owner of [dns.promises, dns.promises.Resolver.prototype]) {
    replaceFunctions(owner, lookups, async () => await Promise.reject(noNetwork()));
  }
}

function replaceFunctions(owner: object, names: RegExp, replacement: (...parameters: unknown[]) => unknown): void {
  for (const name of Object.getOwnPropertyNames(owner)) {
    if (names.test(name)) Reflect.set(owner, name, replacement);
  }
}

function noNetwork(): Error {
  const message = 'the workflow opens a connection while it is imported, but routes are read without a network';
  return Object.assign(new Error(message), { code: 'WF_NO_NETWORK' });
}
