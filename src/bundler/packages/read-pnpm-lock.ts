import { load } from 'js-yaml';
import { type LockedPackage, type LockGraph, readInstalled } from './lock-graph.ts';

/** What pnpm writes. @source pnpm, lockfile version 9 */
interface PnpmLock {
  readonly lockfileVersion?: string;
  readonly packages?: Readonly<Record<string, PnpmPackage>>;
  readonly snapshots?: Readonly<Record<string, PnpmSnapshot>>;
}

interface PnpmPackage {
  readonly resolution?: { readonly integrity?: string; readonly tarball?: string; readonly repo?: string };
  readonly os?: readonly string[];
  readonly cpu?: readonly string[];
  readonly libc?: readonly string[];
}

/** A package with the peers that it got. */
interface PnpmSnapshot {
  /** Name to version, or to another package. */
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

/**
 * Reads pnpm's lock file.
 *
 * @returns `null` for one of pnpm 8 and earlier
 */
export function readPnpmLock(text: string): LockGraph | null {
  // pnpm wrote it; what it lacks is reported where it is needed.
  const { lockfileVersion = '', packages = {}, snapshots = {} } = load(text) as PnpmLock;
  if (Number.parseInt(lockfileVersion, 10) < 9) return null;
  const keys = Object.keys(snapshots);
  return {
    file: 'pnpm-lock.yaml',
    keyOf(folder, name) {
      const installed = readInstalled(folder, name);
      return keys.find((key) => withoutPeers(key) === installed) ?? null;
    },
    package: (key) => toPackage(key, packages[withoutPeers(key)] ?? {}, snapshots[key] ?? {}),
    dependencyOf(key, name) {
      const { dependencies = {}, optionalDependencies = {} } = snapshots[key] ?? {};
      const version = dependencies[name] ?? optionalDependencies[name];
      if (version === undefined) return null;
      const found = [version, `${name}@${version}`].find((candidate) => Object.hasOwn(snapshots, candidate));
      return found ?? null;
    },
  };
}

/** `react-dom@19.0.0(react@19.0.0)` is `react-dom@19.0.0` with a peer. */
function withoutPeers(key: string): string {
  return key.replace(/\(.*$/, '');
}

function toPackage(key: string, { resolution = {}, ...platform }: PnpmPackage, snapshot: PnpmSnapshot): LockedPackage {
  const named = withoutPeers(key);
  const at = named.lastIndexOf('@');
  const { integrity, tarball, repo } = resolution;
  return {
    name: named.slice(0, at),
    version: named.slice(at + 1),
    integrity,
    resolved: tarball ?? repo,
    dependencies: Object.keys(snapshot.dependencies ?? {}),
    optionalDependencies: Object.keys(snapshot.optionalDependencies ?? {}),
    os: platform.os,
    cpu: platform.cpu,
    libc: platform.libc,
  };
}
