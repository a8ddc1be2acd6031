import type { BuildOptions } from 'esbuild';
import type { BuildWarning } from '../../foundation/build-warning.ts';
import type { DescribeChildOptions } from '../describe/run-describe-child.ts';
import type { EntryLocation } from '../source-map/find-author-position.ts';
import type { PackagePlatform } from '../../sandbox/packages/package-list.ts';

/** A platform that a workflow can be built for. */
export interface Target {
  /** The runtime's part for the platform. */
  readonly runtime: 'node' | 'lambda' | 'cloudflare';
  /** The generated entry. `runtime` is the specifier of the platform's part of the runtime. */
  readonly entry: (parts: { readonly workflow: string; readonly runtime: string; readonly app: string }) => string;
  /** The file that the platform starts or loads. */
  readonly outfile: string;
  /** Build options that differ from the common ones. */
  readonly options: Omit<BuildOptions, 'write'>;
  /** Limits of the platform compared with Node. */
  readonly limits: TargetLimits;
  /** Additional files, by path. */
  readonly files: (built: BuiltFiles) => Readonly<Record<string, string>>;
  /** The machine that its packages are for; `null`: the one that builds. */
  readonly platform: ((cpu: PackageCpu | null) => PackagePlatform) | null;
  /**
   * Starts the result once, as the platform does.
   *
   * @throws {WF_BUILD_FAILED} when it does not start
   */
  readonly start: (options: StartOptions) => Promise<BuildWarning[]>;
  /** Next commands for the result. */
  readonly nextSteps: (dir: string, built: { readonly app: string; readonly sha256: string }) => readonly string[];
}

/** What starting a result needs. */
export interface StartOptions extends EntryLocation {
  /** Absolute folder of the result. */
  readonly folder: string;
  /** The files of the result, by path; settles when they are in its folder. */
  readonly ready: Promise<ReadonlyMap<string, Uint8Array>>;
  /** Environment variables of the workflow. */
  readonly variables: Readonly<Record<string, string>>;
  /** How a process of Node is confined. */
  readonly child: Pick<DescribeChildOptions, 'sandbox' | 'childScript' | 'packages'>;
}

/** Folder below the project's that only names the files: nothing is written, so that a failed build leaves nothing. */
export const NOWHERE = 'wf-target';

/** Processors that targets are built for, in npm's words. */
export type PackageCpu = 'x64' | 'arm64';

export interface BuiltFiles {
  readonly app: string;
  readonly sha256: string;
  /** Files and folders of the code, where packages stand next to them; `null`: there are no packages. */
  readonly layers: readonly string[] | null;
  /** The processor that was asked for; `null`: the platform's usual one. */
  readonly cpu: PackageCpu | null;
}

export interface TargetLimits {
  /** Subject of messages: `Cloudflare Workers`. */
  readonly platform: string;
  /** Whether code can read the files that the build carries. */
  readonly hasFiles: boolean;
  /** Missing Node modules with the reason, as in `has no file system`. */
  readonly missing: Readonly<Record<string, string>>;
  /** Modules that work, but with restrictions. */
  readonly limited: Readonly<Record<string, string>>;
  /** Limits of the gzipped code's size, in bytes; `null` if there is no relevant limit. */
  readonly size: { readonly warnAbove: number; readonly refuseAbove: number; readonly reason: string } | null;
}

/** For platforms that have a file system without the project's files. */
export const FILES_ARE_CARRIED = 'only has the files that the build carries';
