import type { Launch } from './held-program.ts';
import type { Cgroup } from './cgroups/create-cgroups.ts';

/** A process that writes 0 moves itself. @source cgroups(7) */
const JOIN = 'echo 0 > "$0" && exec "$@"';

/** Starts a program in a control group: it joins before it switches its user or starts anything. */
export function joinCgroup(sh: string, launch: Launch, group: Cgroup): Launch {
  return { ...launch, file: sh, args: ['-c', JOIN, group.processes, launch.file, ...launch.args], group };
}
