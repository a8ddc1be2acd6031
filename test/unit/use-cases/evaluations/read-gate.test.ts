import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { readGate, readGateFile } from '../../../../src/use-cases/evaluations/read-gate.ts';

const GATE = 'rules:\n  - metric: exact_match\n    minimum: 0.9\n';
const piped = (text: string) => ({ cwd: '/', stdin: Readable.from([Buffer.from(text)]) });

test('without a named gate, none is read', async () => {
  expect([await readGate(undefined, piped('')), await readGateFile(undefined, piped(''))]).toEqual([null, null]);
});

test('a gate on standard input is parsed', async () => {
  expect(await readGate('-', piped(GATE))).toMatchObject({ rules: [{ metric: 'exact_match', minimum: 0.9 }] });
});

test('the service gets the content of a gate and the name of its source', async () => {
  expect(await readGateFile('-', piped(GATE))).toEqual({ name: 'standard input', content: GATE });
});

test('an invalid gate is rejected before any request', async () => {
  await expect(readGateFile('-', piped('rules: 7'))).rejects.toMatchObject({ code: 'WF_INVALID_INPUT' });
});
