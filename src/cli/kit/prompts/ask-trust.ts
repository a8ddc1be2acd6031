import { isWfError, userError } from '../../../foundation/errors/wf-error.ts';
import type { UntrustedFolder } from '../../../project/settings/require-trust.ts';
import { stripControlCharacters } from '../../../foundation/terminal-text.ts';
import { trust } from '../../../use-cases/settings/manage-trust.ts';
import { writeText, type Io } from '../process/io.ts';
import { askLine } from './ask-line.ts';

/**
 * Asks whether to trust the folder that a command needs, and records a yes, so that it is asked once.
 *
 * @param refusal - `WF_NOT_TRUSTED`; any other error is thrown
 * @throws {WF_INTERRUPTED} when the answer is no
 */
export async function askTrust(refusal: unknown, io: Io): Promise<void> {
  if (!isWfError(refusal) || refusal.code !== 'WF_NOT_TRUSTED') throw refusal;
  // One function creates these errors.
  const { folder, variables } = refusal.details as UntrustedFolder;
  const named = variables.length === 0 ? 'It names no variables.' : `It names the variables ${variables.join(', ')}.`;
  const about = `You have not trusted ${folder}. This command runs code of it, and gives it variables. ${named}`;
  await writeText(io.stderr, `${stripControlCharacters(about)}\n`);
  const answer = await askLine(stripControlCharacters(`Trust ${folder} and the folders in it? [y/N]`), io);
  if (!/^y(es)?$/i.test((answer ?? '').trim()))
    throw userError('WF_INTERRUPTED', `Nothing of ${folder} was run: you did not trust it.`);
  await trust(io.env, { named: folder, cwd: io.cwd }, new Date());
}
