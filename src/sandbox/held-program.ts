import type { Cgroup } from './cgroups.ts';
import type { WorkingFolder } from './working-folder.ts';

/** Descriptor of the channel in the process. */
export const CHANNEL_DESCRIPTOR = 3;
/** Descriptor of the socket that it listens on, where it has one. */
export const SOCKET_DESCRIPTOR = 4;

/** A Node script that the sandbox confines. */
export interface HeldProgram {
  /** Node's own flags, besides those of the sandbox. */
  readonly flags: readonly string[];
  readonly script: string;
  readonly args: readonly string[];
  /** Files and folders that it may read, and sockets that it may connect to; they exist. */
  readonly readable: readonly string[];
  /** Those of them that its working folder shows, by their names. */
  readonly linked: readonly string[];
  /** Whether it may load native code, as that of packages which an operator allows. */
  readonly hasNativeCode: boolean;
  readonly hasNetwork: boolean;
  /** Most memory that it may map for writing, in MiB. */
  readonly memoryMb: number;
  /** User that it runs as; `null`: this process's own. */
  readonly user: number | null;
}

export interface Launch {
  readonly file: string;
  readonly args: readonly string[];
  /** Whether it gets a session of its own: Ctrl-C would interrupt the calls that the parent drains. */
  readonly detached: boolean;
  /** The control group that it joins; `null`: none, and only its own limits hold it. */
  readonly group: Cgroup | null;
  /** Its working folder, if this process creates it; `null`: the operating system does, or it has none. */
  readonly folder: WorkingFolder | null;
}
