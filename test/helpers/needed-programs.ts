import { isOnPath } from './is-on-path.ts';
import { KERNEL } from './run-in-kernel.ts';

/** A program of the system that tests of the longer command need. */
export interface NeededProgram {
  readonly name: string;
  readonly package: string;
  readonly purpose: string;
}

/** On other systems, the tests that need them do not apply. */
const NEEDED: readonly NeededProgram[] =
  process.platform !== 'linux'
    ? []
    : [
        { name: 'bwrap', package: 'bubblewrap', purpose: 'tests of the sandbox' },
        { name: 'zsh', package: 'zsh', purpose: 'completion in zsh' },
        { name: 'nginx', package: 'nginx-light', purpose: 'reused connections of a load balancer' },
        { name: 'fish', package: 'fish', purpose: 'completion in fish' },
        ...(process.arch === 'x64'
          ? [{ name: KERNEL, package: 'user-mode-linux', purpose: 'tests of control groups' }]
          : []),
      ];

export function findMissing(): readonly NeededProgram[] {
  return NEEDED.filter(({ name }) => !isOnPath(name));
}

/** Says which programs are missing and how to get them; nothing if all are there. */
export function describeMissing(missing: readonly NeededProgram[]): string {
  if (missing.length === 0) return '';
  const lines = missing.map(({ name, purpose }) => `  ${name}: ${purpose}\n`);
  const packages = missing.map((program) => program.package).join(' ');
  return `Programs are missing, and the tests that need them will fail:\n${lines.join('')}Install them: apt-get install ${packages}\n\n`;
}
