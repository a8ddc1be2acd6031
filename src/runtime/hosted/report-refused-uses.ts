import { subscribe } from 'node:diagnostics_channel';
import { findAuthorLine } from './find-author-line.ts';
import { findRefusedAccess } from '../../foundation/errors/thrown-error.ts';

/** @source Node, "Permissions", audit mode */
const CHANNELS = ['fs', 'child', 'worker', 'wasi', 'addon'];
/** Frames of ours and of Node, between the refused use and the author's code. */
const MAX_STACK_DEPTH = 50;

/**
 * Reports on stderr what a deployed call would be refused, where Node only watches (`wf dev --allow`). Each use is
 * reported, with the author's line.
 */
export function reportRefusedUses(): void {
  // The version changes the folder.
  const report = createReport(process.cwd());
  for (const name of CHANNELS) subscribe(`node:permission-model:${name}`, report);
}

function createReport(home: string) {
  return (message: unknown): void => {
    const refused = findRefusedAccess({ code: 'ERR_ACCESS_DENIED', ...Object(message) });
    const place = refused === null ? null : findAuthorLine(stackHere(), home);
    // Without a line of the author's, a package or Node itself looked for something.
    if (refused === null || place === null) return;
    process.stderr.write(`${place}: A deployed call would be refused this. ${refused.sentence} ${refused.advice}\n`);
  };
}

function stackHere(): string {
  const limit = Error.stackTraceLimit;
  Error.stackTraceLimit = MAX_STACK_DEPTH;
  const { stack = '' } = new Error('use');
  Error.stackTraceLimit = limit;
  return stack;
}
