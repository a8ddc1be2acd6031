import { load } from 'js-yaml';
import { type LockedPackage, type LockGraph, readInstalled } from './lock-graph.ts';

/** What Bun writes for a package of a registry: name and version, registry, facts, hash. @source Bun, bun.lock */
type BunEntry = readonly [named: string, registry?: unknown, facts?: BunFacts, integrity?: string];

interface BunFacts {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly optionalPeers?: readonly string[];
  readonly os?: string | readonly string[];
  readonly cpu?: string | readonly string[];
  readonly libc?: string | readonly string[];
}

/** Reads Bun's lock file: JSON with commas at the end of lists, which is YAML. */
export function readBunLock(text: string): LockGraph {
  // Bun wrote it; what it lacks is reported where it is needed.
  const { packages = {} } = load(text) as { packages?: Readonly<Record<string, BunEntry>> };
  return {
    file: 'bun.lock',
    keyOf(folder, name) {
      const installed = readInstalled(folder, name);
      return Object.keys(packages).find((key) => packages[key]?.[0] === installed) ?? null;
    },
    package: (key) => toPackage(packages[key] ?? ['']),
    dependencyOf: (key, name) =>
      placesFrom(key)
        .find((place) => `${place}${name}` in packages)
        ?.concat(name) ?? null,
  };
}

/** Lists where a package looks for others, the nearest first: `a/b` is the copy of `b` in `a`. */
function placesFrom(key: string): string[] {
  // A scope belongs to its name.
  const names = key.match(/@[^/]+\/[^/]+|[^/]+/g) ?? [];
  return [...names.keys(), names.length].toReversed().map((count) =>
    names
      .slice(0, count)
      .map((one) => `${one}/`)
      .join(''),
  );
}

function toPackage([named, registry, facts = {}, integrity]: BunEntry): LockedPackage {
  const at = named.lastIndexOf('@');
  const { dependencies = {}, optionalDependencies = {}, peerDependencies = {}, optionalPeers = [] } = facts;
  const optional = Object.keys(optionalDependencies);
  const peers = Object.keys(peerDependencies).filter((name) => !optionalPeers.includes(name));
  return {
    name: named.slice(0, at),
    version: named.slice(at + 1),
    integrity,
    // One of a folder, of git or of an address has other parts in these places.
    resolved: integrity === undefined && typeof registry === 'string' ? registry : undefined,
    dependencies: [...new Set([...peers, ...Object.keys(dependencies)])].filter((name) => !optional.includes(name)),
    optionalDependencies: optional,
    os: toList(facts.os),
    cpu: toList(facts.cpu),
    libc: toList(facts.libc),
  };
}

function toList(value: string | readonly string[] | undefined): readonly string[] | undefined {
  return typeof value === 'string' ? [value] : value;
}
