import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { packageNameAt } from '../../../sandbox/packages/package-list.ts';
import type { BundlePackages } from '../../../contract/deployments/bundle-parts.ts';
import { HostingFailure } from '../hosting-failure.ts';
import type { PackagesRule } from './packages-rule.ts';

/**
 * Checks that a list only names allowed packages and what these depend on, by their own manifests: a list that adds another
 * package would bring native code that nobody allowed.
 *
 * @param folder - where the packages are installed
 * @throws {HostingFailure} when another package is installed
 */
export async function requireDependencies(folder: string, list: BundlePackages, rule: PackagesRule): Promise<void> {
  if (rule === 'any') return;
  const found = await Promise.all(
    Object.keys(list.packages).map(
      async (path) => [packageNameAt(path), await readDependencies(join(folder, path))] as const,
    ),
  );
  const installed = found.flatMap(([name, dependencies]) => (dependencies === null ? [] : [{ name, dependencies }]));
  const reached = new Set(rule.map(({ name }) => name));
  for (const name of reached) {
    for (const one of installed)
      if (one.name === name) for (const dependency of one.dependencies) reached.add(dependency);
  }
  const other = installed.find(({ name }) => !reached.has(name));
  if (other === undefined) return;
  throw new HostingFailure(502, `The bundle brings the package ${other.name}, which no allowed package depends on.`);
}

/** @returns `null` for a package that was left out, being for another platform */
async function readDependencies(folder: string): Promise<string[] | null> {
  const text = await readFile(join(folder, 'package.json'), 'utf8').catch(() => null);
  if (text === null) return null;
  // npm installed it, and refuses another form.
  const manifest = JSON.parse(text) as Record<string, Record<string, string> | undefined>;
  const { dependencies, optionalDependencies, peerDependencies } = manifest;
  return Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies });
}
