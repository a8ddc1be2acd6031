import type { BuildOptions } from 'esbuild';

/** A platform that a workflow can be built for. */
export interface Target {
  /** The part of the runtime that it uses. */
  readonly runtime: 'node' | 'lambda' | 'cloudflare';
  /** The generated entry. `runtime` is the specifier of the platform's part of the runtime. */
  readonly entry: (parts: { readonly workflow: string; readonly runtime: string; readonly app: string }) => string;
  /** The file that the platform starts or loads. */
  readonly outfile: string;
  /** Options that differ from those of every target. */
  readonly options: Omit<BuildOptions, 'write'>;
  /** Why the platform cannot give a workflow some of Node's modules. */
  readonly limits: TargetLimits;
  /** The files next to the bundle, by path. */
  readonly files: (built: { readonly app: string; readonly sha256: string }) => Readonly<Record<string, string>>;
  /** What to do with the result, as commands. */
  readonly nextSteps: (dir: string, app: string) => readonly string[];
}

export interface TargetLimits {
  /** As a sentence's beginning: `Cloudflare Workers`. */
  readonly platform: string;
  /** Missing modules of Node, with the reason, as in `has no file system`. */
  readonly missing: Readonly<Record<string, string>>;
  /** Modules that exist with less function than users may expect. */
  readonly limited: Readonly<Record<string, string>>;
  /** Bytes of the gzipped code, or `null` if there is no relevant limit. */
  readonly size: { readonly warnAbove: number; readonly refuseAbove: number; readonly reason: string } | null;
}

/** For the platforms that have a file system, but not the project's. */
export const FILES_ARE_NOT_BUNDLED = 'files of the project are not part of the build, only code is';
