import { keepAuthorFrames, stackWithCauses } from '../../foundation/errors/stacks.ts';

/**
 * Reports what the workflow throws outside of a call, such as a rejection that nobody handles, and ends the process as
 * Node would. Node itself prints the line of code, which in a bundle is all of it.
 */
export function reportUncaught(): void {
  process.on('uncaughtException', (thrown, origin) => {
    // The workflow has a handler of its own, which decides.
    if (process.listenerCount('uncaughtException') > 1) return;
    console.error(describeUncaught(thrown, origin));
    process.exit(1);
  });
}

/** @param origin - where it was thrown, as Node names it */
export function describeUncaught(thrown: unknown, origin: NodeJS.UncaughtExceptionOrigin): string {
  const what = origin === 'unhandledRejection' ? 'A promise was rejected and nobody handled it' : 'Uncaught';
  return `${what}: ${toText(thrown)}`;
}

function toText(thrown: unknown): string {
  if (!(thrown instanceof Error)) return String(thrown);
  const isWrapped = 'code' in thrown && thrown.code === 'ERR_UNHANDLED_REJECTION';
  const [, reason] = isWrapped ? (WRAPPED.exec(thrown.message) ?? []) : [];
  return reason ?? keepAuthorFrames(stackWithCauses(thrown));
}

/** How Node words a rejection with something that is no error. */
const WRAPPED = /The promise rejected with the reason "([\s\S]*)"\.$/;
