import { join } from 'node:path';
import type { Project } from './find-project.ts';
import { type Machine, thisMachine } from './machine.ts';
import { userDataFolder } from './user-folders.ts';

/** Names the folder of generated data: the project's `.wf`, or outside a project the user's data folder. */
export function dataFolder(project: Pick<Project, 'root'> | null, machine: Machine = thisMachine()): string {
  return project === null ? userDataFolder(machine) : join(project.root, '.wf');
}
