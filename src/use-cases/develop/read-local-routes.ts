import type { RouteSchema } from '../../contract/deployments/route-schema.ts';
import type { Settings } from '../../project/resolve-settings.ts';
import { requireProject } from './require-project.ts';

/** Builds the project's sources and reads their routes. @throws {WF_NO_PROJECT} when there is no project here */
export async function readLocalRoutes(settings: Settings, folder: string): Promise<readonly RouteSchema[]> {
  // Loaded on demand: comparing two stored configurations needs no bundler.
  const { buildWorkflow } = await import('./build-workflow.ts');
  return (await buildWorkflow(requireProject(settings, folder))).manifest.routes;
}
