/**
 * Names that steer a process itself, or the programs that start and hold it: they load native code, relax Node's flags, or
 * run commands. bash, which is `sh` on many systems, runs commands of `PS4` when `SHELLOPTS` traces it. OpenSSL loads
 * what its configuration names.
 */
const STEERING = new RegExp(
  `^(?:${[
    'NODE_OPTIONS|NODE_REPL_.*|NODE_CHANNEL_.*|NODE_V8_COVERAGE|NODE_ICU_DATA|OPENSSL_.*',
    'LD_.*|DYLD_.*|GCONV_PATH|GLIBC_.*|LOCPATH|MALLOC_TRACE|LIBMOUNT_.*|(?:LIB)?BLKID_.*',
    'SHELLOPTS|BASHOPTS|BASH_.*|PS4|IFS|FPATH|ZDOTDIR',
  ].join('|')})$`,
  'i',
);

/** Returns whether a variable would change which code a held process loads, or what it may do. */
export function isSteeringVariable(name: string): boolean {
  return STEERING.test(name);
}

/**
 * Returns whether a variable is one of wf's own: its keys and settings. No workflow gets any, whoever names or stored it.
 * Windows has the same variable under each spelling.
 */
export function isOwnVariable(name: string): boolean {
  return /^WF_/i.test(name);
}
