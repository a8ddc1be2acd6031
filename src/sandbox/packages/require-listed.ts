import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { UserError } from '../../foundation/errors/wf-error.ts';
import type { PackageList } from './package-list.ts';

/**
 * Checks that what a bundle imports was installed, and that each package with native code contains some: without its
 * install script, a package may lack what the script would have downloaded.
 *
 * @throws {WF_BUILD_FAILED} when something is missing
 */
export async function requireListed(folder: string, { external, scripts, packages }: PackageList): Promise<void> {
  for (const name of external) {
    const path = join(folder, 'node_modules', name);
    if (!existsSync(join(path, 'package.json'))) throw missing(name);
    const needsBuild = existsSync(join(path, 'binding.gyp')) && !scripts.includes(name);
    if (!needsBuild || (await hasNative(path))) continue;
    const ofPlatform = Object.keys(packages).filter(
      (one) => packages[one]?.os !== undefined && existsSync(join(folder, one)),
    );
    const found = await Promise.all(ofPlatform.map(async (one) => await hasNative(join(folder, one))));
    if (!found.includes(true)) throw needsScript(name);
  }
}

async function hasNative(folder: string): Promise<boolean> {
  const paths = await readdir(folder, { recursive: true });
  return paths.some((path) => path.endsWith('.node'));
}

function missing(name: string): UserError {
  return new UserError({
    code: 'WF_BUILD_FAILED',
    message: `The package ${name} is not for this platform (${process.platform} ${process.arch}).`,
  });
}

function needsScript(name: string): UserError {
  return new UserError({
    code: 'WF_BUILD_FAILED',
    message: `The package ${name} brings no native code for this platform: its install script downloads or compiles it, and install scripts do not run.`,
    nextSteps: [`Allow it in the project file: "external": [{ "name": "${name}", "scripts": true }]`],
  });
}
