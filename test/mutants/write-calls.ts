import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { afterAll, beforeAll, expect } from 'vitest';

/** A setup file: writes which functions of `src` a test file called. Test files of a process run one after the other. */
declare global {
  // oxlint-disable-next-line no-var -- only `var` declares a property of the global object
  var wfCalls: Set<string> | undefined;
}

const atImport = new Set<string>();
const inTests = new Set<string>();
const started = performance.now();
globalThis.wfCalls = atImport;

beforeAll(() => {
  globalThis.wfCalls = inTests;
});

afterAll(() => {
  const { testPath } = expect.getState();
  if (testPath === undefined) return;
  const test = relative(process.cwd(), testPath);
  const record = { test, durationMs: performance.now() - started, atImport: [...atImport], calls: [...inTests] };
  const name = createHash('sha256').update(test).digest('hex');
  writeFileSync(join(process.env['WF_CALLS_FOLDER'] ?? '', `${name}.json`), JSON.stringify(record));
});
