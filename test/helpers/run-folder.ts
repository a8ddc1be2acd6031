import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const VARIABLE = 'WF_TEST_RUN_FOLDER';

/**
 * The folder that all processes of a run share: the first one makes it, and removes it at its end. Other runs, builds and
 * users of the machine have others.
 */
export function runFolder(): string {
  const given = process.env[VARIABLE];
  if (given !== undefined) return given;
  const folder = mkdtempSync(join(tmpdir(), 'wf-run-'));
  process.env[VARIABLE] = folder;
  process.on('exit', () => {
    try {
      rmSync(folder, { recursive: true, force: true });
    } catch {
      // A program that a killed test left behind writes to it.
    }
  });
  return folder;
}

/** What the programs of a run cache: compiled code, which makes all but the first ones start quicker. */
export function cacheHome(): string {
  return join(runFolder(), 'cache');
}
