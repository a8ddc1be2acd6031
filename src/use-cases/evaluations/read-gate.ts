import { basename } from 'node:path';
import type { GateFile } from '../../contract/environments/environment.ts';
import type { Gate } from '../../evaluation/gate/parse-gate.ts';
import { readTextSource, type TextSource } from '../files/read-text-source.ts';
import type { GateReport } from '../../contract/evaluations/gate-report.ts';
import { isWfError } from '../../foundation/errors/wf-error.ts';

/** Re-exported because commands may not import `evaluation`. */
export { requirePassed } from '../../evaluation/gate/require-passed.ts';

/**
 * Reads a gate from a file, or from standard input for `-`.
 *
 * @returns `null` if none is named
 * @throws {WF_INVALID_INPUT} when it cannot be read or is not a gate
 */
export async function readGate(source: string | undefined, { cwd, stdin }: SourceContext): Promise<Gate | null> {
  if (source === undefined) return null;
  const { parseGate } = await loadParser();
  return parseGate(nameOf(source), await readTextSource({ source, cwd, stdin }));
}

/**
 * Reads a gate file to send to the service. Parses it first, so that mistakes are reported before any request.
 *
 * @returns `null` if none is named
 * @throws {WF_INVALID_INPUT} when it cannot be read or is not a gate
 */
export async function readGateFile(
  source: string | undefined,
  { cwd, stdin }: SourceContext,
): Promise<GateFile | null> {
  if (source === undefined) return null;
  const content = await readTextSource({ source, cwd, stdin });
  (await loadParser()).parseGate(nameOf(source), content);
  // The service gets the file's name without its local path.
  return { name: basename(nameOf(source)), content };
}

type SourceContext = Omit<TextSource, 'source'>;

function nameOf(source: string): string {
  return source === '-' ? 'standard input' : source;
}

/** Loads the parser on demand: most commands get no gate, and its YAML library is slow to load. */
const loadParser = async () => await import('../../evaluation/gate/parse-gate.ts');

/** Extracts the gate report from an error of the service; `null` if the error has another cause. */
export function readGateReport(error: unknown): GateReport | null {
  if (!isWfError(error) || (error.code !== 'WF_GATE_FAILED' && error.code !== 'WF_GATE_INCONCLUSIVE')) return null;
  const { detail } = (error.details ?? {}) as { readonly detail?: Partial<GateReport> };
  // Only our service sends these codes, and its tests check the report's shape.
  return Array.isArray(detail?.results) ? (detail as GateReport) : null;
}
