import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A package in a lock file. */
export interface LockedPackage {
  readonly name: string;
  readonly version: string;
  /** Left out: it does not come from a registry. */
  readonly integrity?: string | undefined;
  /** Where it comes from, if the lock file says so. */
  readonly resolved?: string | undefined;
  readonly dependencies: readonly string[];
  readonly optionalDependencies: readonly string[];
  readonly os?: readonly string[] | undefined;
  readonly cpu?: readonly string[] | undefined;
  readonly libc?: readonly string[] | undefined;
}

/** What a lock file says, whoever wrote it. Packages have keys, which only the lock file understands. */
export interface LockGraph {
  /** Its name, as in `package-lock.json`. */
  readonly file: string;
  /** Finds an installed package by its folder, a real path; `null`: the lock file lacks it. */
  keyOf(folder: string, name: string): string | null;
  package(key: string): LockedPackage;
  /** Finds what a package gets when it imports another; `null`: it is not installed. */
  dependencyOf(key: string, name: string): string | null;
}

/** Reads which package a folder has, as in `sharp@0.34.4`. */
export function readInstalled(folder: string, name: string): string {
  // A package manager has installed it.
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    name?: string;
    version?: string;
  };
  return `${manifest.name ?? name}@${manifest.version ?? ''}`;
}
