import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { SANDBOX_KINDS } from '../../src/sandbox/sandbox-kind.ts';
import { isOnPath } from '../helpers/is-on-path.ts';
import { KERNEL, runInKernel } from '../helpers/run-in-kernel.ts';

const PROGRAM = join(import.meta.dirname, 'programs', 'try-control-groups.ts');
const MEBIBYTE = 1024 * 1024;
/** 64 MiB of heap, 256 next to it, and 64 of the kernel's own. */
const LIMITS = [String(384 * MEBIBYTE), '1', '256'];

interface Tried {
  readonly bundles: unknown;
  readonly memory?: unknown;
  readonly processes?: unknown;
  readonly weights?: unknown;
}

/** As systemd starts a unit with `Delegate=yes`, which belongs to its user. */
const startAs = (user: number, argument: string): string => `
group=/sys/fs/cgroup/wf-${user}
mkdir $group
chown -R ${user} $group
sh -c 'echo 0 > "$0/cgroup.procs" && exec "$@"' $group setpriv --reuid ${user} --regid ${user} --clear-groups \\
  ${process.execPath} ${PROGRAM} ${argument}
`;

describe(`control groups of ${KERNEL}`, () => {
  let byRoot: Tried | undefined;
  let byUser: Tried | undefined;

  beforeAll(async () => {
    const advice = `These tests start Linux as a program: apt-get install user-mode-linux, which has ${KERNEL}.`;
    expect(isOnPath(KERNEL), advice).toBe(true);
    const divide = "echo '+memory +pids +cpu' > /sys/fs/cgroup/cgroup.subtree_control\n";
    const printed = await runInKernel(divide + startAs(0, 'all') + startAs(70_001, 'bundles'));
    const answers = printed.split('\n').filter((line) => line.startsWith('{'));
    // The program prints what it tried.
    [byRoot, byUser] = answers.map((line) => JSON.parse(line) as Tried);
    expect([byRoot, byUser], printed).not.toContain(undefined);
  });

  test('hold each bundle, whoever starts it, and are removed after it', () => {
    const held = SANDBOX_KINDS.map((kind) => ({ kind, status: 200, limits: LIMITS, holds: true, removed: true }));
    expect([byRoot?.bundles, byUser?.bundles]).toEqual([held, held]);
  });

  test('end what uses more memory than its limit', () => {
    expect(byRoot?.memory).toEqual({ kind: 'bubblewrap', ranOut: true, removed: true });
  });

  test('refuse processes beyond the limit, also to root', () => {
    expect(byRoot?.processes).toEqual({ refused: true, removed: true });
  });

  test('leave two thirds of the processor to a service that needs it', () => {
    expect(byRoot?.weights).toEqual({ own: '100', programs: '50' });
  });
});
