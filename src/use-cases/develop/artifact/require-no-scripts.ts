import { UserError } from '../../../foundation/errors/wf-error.ts';
import type { PackageList, PackagePlatform } from '../../../sandbox/packages/package-list.ts';

/**
 * Checks that no package of a target has an install script: it builds for the machine that it runs on.
 *
 * @throws {WF_BUILD_FAILED} when one has, and the target runs on another machine
 */
export function requireNoScripts({ scripts }: Pick<PackageList, 'scripts'>, { os, cpu }: PackagePlatform): void {
  const [name] = scripts;
  if (name === undefined || (os === process.platform && cpu === process.arch)) return;
  throw new UserError({
    code: 'WF_BUILD_FAILED',
    message: `The install script of ${name} builds for this machine (${process.platform} ${process.arch}), and the target runs on ${os} ${cpu}.`,
    nextSteps: [`Build on ${os} ${cpu}, for example in a container`],
  });
}
