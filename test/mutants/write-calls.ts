import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import type { RecordedCalls } from './record-calls.ts';

/** A setup file: writes which functions of `src` a test file called. Test files of a process run one after the other. */
declare global {
  // oxlint-disable-next-line no-var -- only `var` declares a property of the global object
  var wfCalls: Set<string> | undefined;
}

const atImport = new Set<string>();
const inTests = new Set<string>();
const startedAt = performance.now();
const cpuBefore = readCpuMs();
let hasFailed = false;
globalThis.wfCalls = atImport;

beforeAll(() => {
  globalThis.wfCalls = inTests;
});

beforeEach(({ onTestFailed }) => {
  onTestFailed(() => {
    hasFailed = true;
  });
});

afterAll(() => {
  const { testPath } = expect.getState();
  if (testPath === undefined) return;
  const record: RecordedCalls = {
    test: relative(process.cwd(), testPath),
    durationMs: performance.now() - startedAt,
    cpuMs: readCpuMs() - cpuBefore,
    hasFailed,
    atImport: [...atImport],
    calls: [...inTests],
  };
  const name = createHash('sha256').update(record.test).digest('hex');
  writeFileSync(join(process.env['WF_CALLS_FOLDER'] ?? '', `${name}.json`), JSON.stringify(record));
});

/** Returns the processor time of this process, and on Linux that of the processes that it started and that ended. */
function readCpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000 + readChildrenMs();
}

/** @source proc_pid_stat(5): `cutime` and `cstime`, in hundredths of a second */
function readChildrenMs(): number {
  try {
    // The program's name, in parentheses, may contain spaces.
    const fields = readFileSync('/proc/self/stat', 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
    return (Number(fields[13]) + Number(fields[14])) * 10;
  } catch {
    return 0;
  }
}
