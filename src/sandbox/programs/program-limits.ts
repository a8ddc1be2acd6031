/** Threads and processes: Node itself needs a dozen. */
export const MAX_PROCESSES = 256;
const MAX_FILES = 1024;
/** bubblewrap writes a newline into its placeholders. A bundle writes no file. */
const MAX_FILE_BYTES = 1;
const MEBIBYTE = 1024 * 1024;
/** Node maps thread stacks and tables that it never fills. Resident memory is watched from outside, with a closer limit. */
const UNUSED_MB = 1024;

/** Lists options of util-linux' `prlimit`. @source prlimit(1), getrlimit(2) */
export function limitOptions(memoryMb: number): string[] {
  return [
    `--nproc=${MAX_PROCESSES}`,
    `--nofile=${MAX_FILES}`,
    `--fsize=${MAX_FILE_BYTES}`,
    '--core=0',
    `--data=${(memoryMb + UNUSED_MB) * MEBIBYTE}`,
  ];
}
