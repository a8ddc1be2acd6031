import { dirname, relative, sep } from 'node:path';
import type { LockedPackage, LockGraph } from './lock-graph.ts';

/** What npm writes for a package. @source npm, package-lock.json */
interface NpmEntry {
  readonly name?: string;
  readonly version?: string;
  readonly integrity?: string;
  readonly resolved?: string;
  readonly link?: boolean;
  readonly inBundle?: boolean;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly os?: readonly string[];
  readonly cpu?: readonly string[];
  readonly libc?: readonly string[] | string;
}

const FOLDER = 'node_modules/';

/**
 * Reads npm's lock file.
 *
 * @returns `null` for one of npm 6 and earlier, which lacks what an installation needs
 */
export function readNpmLock(text: string, file: string): LockGraph | null {
  // npm wrote it; what it lacks is reported where it is needed.
  const { packages } = JSON.parse(text) as { packages?: Readonly<Record<string, NpmEntry>> };
  if (packages === undefined) return null;
  const folder = dirname(file);
  const find = (from: string, name: string): string | null => {
    for (const place of placesAbove(from)) {
      const key = `${place}${FOLDER}${name}`;
      const entry = packages[key];
      // A link leads to a folder of the workspace.
      if (entry !== undefined) return entry.link === true ? (entry.resolved ?? null) : key;
    }
    return null;
  };
  return {
    file: 'package-lock.json',
    keyOf(path, name) {
      const key = relative(folder, path).split(sep).join('/');
      if (packages[key] !== undefined) return key;
      return packages[`${FOLDER}${name}`] === undefined ? null : `${FOLDER}${name}`;
    },
    package: (key) => toPackage(key, packages[key] ?? {}),
    dependencyOf(key, name) {
      const found = find(key, name);
      return found !== null && packages[found]?.inBundle === true ? null : found;
    },
  };
}

/** Lists where a package looks for others, the nearest first; each ends with a slash, or is empty. */
function placesAbove(key: string): string[] {
  const steps = key.split('/');
  return [...steps.keys(), steps.length]
    .toReversed()
    .map((count) => steps.slice(0, count))
    .filter((path) => path.at(-1) !== 'node_modules')
    .map((path) => (path.length === 0 ? '' : `${path.join('/')}/`));
}

function toPackage(key: string, entry: NpmEntry): LockedPackage {
  const {
    version = '',
    integrity,
    resolved,
    dependencies = {},
    optionalDependencies = {},
    peerDependencies = {},
  } = entry;
  const { os, cpu, libc } = entry;
  const optional = Object.keys(optionalDependencies);
  return {
    name: entry.name ?? key.slice(key.lastIndexOf(FOLDER) + FOLDER.length),
    version,
    integrity,
    resolved,
    dependencies: Object.keys({ ...peerDependencies, ...dependencies }).filter((name) => !optional.includes(name)),
    optionalDependencies: optional,
    os,
    cpu,
    libc: typeof libc === 'string' ? [libc] : libc,
  };
}
