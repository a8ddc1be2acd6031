import { join } from 'node:path';
import type { Project } from './find-project.ts';
import { type Machine, thisMachine, userDataFolder } from './machine.ts';

/** Folder of generated data in a project. */
export const PROJECT_DATA_FOLDER = '.wf';

/** Returns the folder of generated data: the project's `.wf`, or the user's data folder outside a project. */
export function dataFolder(project: Pick<Project, 'root'> | null, machine: Machine = thisMachine()): string {
  return project === null ? userDataFolder(machine) : join(project.root, PROJECT_DATA_FOLDER);
}
