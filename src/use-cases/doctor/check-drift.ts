import { orUnsupported } from '../../client/public/require-extensions.ts';
import { countOf } from '../../foundation/count-of.ts';
import type { Session } from '../session/session.ts';
import type { Settings } from '../../project/resolve-settings.ts';
import { buildWorkflow } from '../develop/build-workflow.ts';
import { compareRoutes } from '../../contract/deployments/compatibility/compare-routes.ts';
import { requireProject } from '../develop/require-project.ts';
import { toFinding } from './check-service.ts';
import { type Finding, ok, skipped, warning } from './finding.ts';

/** Checks whether the routes of the sources match the deployed ones. */
export async function checkDrift(settings: Settings, openSession: () => Promise<Session>): Promise<Finding> {
  const { project } = settings;
  if (project === null) return skipped('schemas', 'There is no project here.');
  try {
    const workflow = requireProject(settings, project.root);
    const { manifest } = await buildWorkflow(workflow);
    const { client } = await openSession();
    const hasRoutes = await orUnsupported(
      client.require('route schemas').then(() => true),
      false,
    );
    if (!hasRoutes) return skipped('schemas', 'The service stores no route schemas.');
    const app = (await client.listApps({ app_name: workflow.app })).find(({ app_name }) => app_name === workflow.app);
    if (app === undefined) return warning('schemas', `The app ${workflow.app} is not deployed yet.`, 'wf deploy');
    const deployed = await client.listRoutes({ app_id: app.app_id, base_name: workflow.base });
    const changes = compareRoutes(deployed, manifest.routes).length;
    if (changes === 0) return ok('schemas', 'The routes of the sources match the deployed ones.');
    const count = countOf(changes, 'difference');
    return warning('schemas', `The routes of the sources differ from the deployed ones: ${count}.`, 'wf deploy --plan');
  } catch (error) {
    return toFinding('schemas', error, 'wf build');
  }
}
