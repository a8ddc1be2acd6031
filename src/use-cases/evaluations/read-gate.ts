import { basename } from 'node:path';
import type { GateFile } from '../../contract/environments/gate-evidence.ts';
import type { Gate } from '../../evaluation/gate/parse-gate.ts';
import { readTextSource, type TextSource } from '../files/read-text-source.ts';

/** Re-exported because commands may not import `evaluation`. */
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
 * Reads a gate file to send to the service. Parses it first, so that mistakes are reported before any request.
 *
 * @throws {WF_INVALID_INPUT} when it cannot be read or is no gate
 */
export async function readGateFile(source: TextSource): Promise<GateFile> {
  const content = await readTextSource(source);
  (await loadParser()).parseGate(nameOf(source), content);
  // The service gets the file's name without its local path.
  return { name: basename(nameOf(source)), content };
}

function nameOf({ source }: TextSource): string {
  return source === '-' ? 'standard input' : source;
}

/** Loads the parser on demand: most commands get no gate, and its YAML library is slow to load. */
const loadParser = async () => await import('../../evaluation/gate/parse-gate.ts');
