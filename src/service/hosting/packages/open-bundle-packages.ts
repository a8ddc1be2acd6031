import { readFile, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { parseBundlePackages } from '../../../contract/deployments/bundle-parts.ts';
import { isWfError } from '../../../foundation/errors/wf-error.ts';
import { installPackages } from '../../../sandbox/packages/install-packages.ts';
import { HostingFailure } from '../hosting-failure.ts';
import type { PackagesRule } from './packages-rule.ts';
import { requireAllowed } from './require-allowed.ts';
import { requireDependencies } from './require-dependencies.ts';

/** A bundle where a process can import it. */
export interface BundleOnDisk {
  /** `null`: it is one file. */
  readonly folder: string | null;
  /** Absolute path of its list of packages; `null`: it imports none. */
  readonly packages: string | null;
}

/**
 * Installs the packages that a bundle imports, once by content, and links them next to it.
 *
 * @param folder - holds every installation
 * @returns the folder that the bundle's process reads; `null`: it imports none
 * @throws {HostingFailure} when the service does not allow them, or they cannot be installed
 */
export async function openBundlePackages(
  { folder: bundle, packages }: BundleOnDisk,
  folder: string,
  rule: PackagesRule,
): Promise<string | null> {
  if (packages === null || bundle === null) return null;
  try {
    const list = parseBundlePackages(await readFile(packages));
    requireAllowed(list, rule);
    const installed = await installPackages({ list, folder, isPruned: false });
    await requireDependencies(installed, list, rule);
    const link = join(bundle, 'node_modules');
    await rm(link, { force: true });
    await symlink(join(installed, 'node_modules'), link, 'junction');
    return installed;
  } catch (error) {
    if (isWfError(error)) throw new HostingFailure(502, error.message, { cause: error });
    throw error;
  }
}
