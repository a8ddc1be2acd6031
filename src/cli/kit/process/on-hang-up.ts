import { readFileSync } from 'node:fs';

/** Listens for the end of the terminal, unless `nohup` told the process to ignore it. */
export function onHangUp(stop: () => void): void {
  if (!isIgnored()) process.on('SIGHUP', stop);
}

/** Number of SIGHUP in the kernel's mask of ignored signals, from the right. */
const MASK = 1n;

/** Node does not know: a listener replaces what the parent process set. Other systems than Linux do not say. */
function isIgnored(): boolean {
  try {
    const [, mask = '0'] = /^SigIgn:\s*([0-9a-f]+)$/m.exec(readFileSync('/proc/self/status', 'utf8')) ?? [];
    return (BigInt(`0x${mask}`) & MASK) === MASK;
  } catch {
    return false;
  }
}
