import { basename } from 'node:path';
import type { GateFile } from '../../contract/environments/gate-evidence.ts';
import type { Gate } from '../../evaluation/gate/parse-gate.ts';
import { readTextSource, type TextSource } from '../files/read-text-source.ts';

/** Commands know use cases only. */
export { requirePassed } from '../../evaluation/gate/require-passed.ts';

/**
 * Reads a gate from a file or standard input.
 *
 * @throws {WF_INVALID_INPUT} when it cannot be read or is no gate
 */
export async function readGate(source: TextSource): Promise<Gate> {
  const { parseGate } = await loadParser();
  return parseGate(nameOf(source), await readTextSource(source));
}

/**
 * Reads a gate for the service to judge by. It says what is wrong with it too, but after the project was looked up.
 *
 * @throws {WF_INVALID_INPUT} when it cannot be read or is no gate
 */
export async function readGateFile(source: TextSource): Promise<GateFile> {
  const content = await readTextSource(source);
  (await loadParser()).parseGate(nameOf(source), content);
  // Where it lies on this machine is nobody else's business.
  return { name: basename(nameOf(source)), content };
}

function nameOf({ source }: TextSource): string {
  return source === '-' ? 'standard input' : source;
}

/** Few commands are given a gate, and its YAML takes as long to load as half of the rest. */
const loadParser = async () => await import('../../evaluation/gate/parse-gate.ts');
