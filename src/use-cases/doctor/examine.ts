import type { Settings } from '../../project/resolve-settings.ts';
import { createSandbox } from '../../sandbox/create-sandbox.ts';
import type { Session } from '../session/session.ts';
import { checkDisk, checkNode, checkPort, judgeSandbox } from './check-machine.ts';
import { checkService, toFinding } from './check-service.ts';
import { type Finding, ok, skipped, warning } from '../../contract/develop/finding.ts';
import { orUnsupported } from '../../client/public/is-missing.ts';
import { countOf } from '../../foundation/numbers.ts';
import { buildWorkflow } from '../develop/build-workflow.ts';
import { compareRoutes } from '../../contract/deployments/compatibility/compare-routes.ts';
import { requireProject } from '../develop/require-project.ts';

export interface ExamineOptions {
  readonly settings: () => Promise<Settings>;
  readonly openSession: () => Promise<Session>;
  readonly now: () => Date;
}

/** Runs all checks of `wf doctor`. A failing check does not stop the others. */
export async function examine({ settings, openSession, now }: ExamineOptions): Promise<Finding[]> {
  const node = checkNode();
  const sandbox = judgeSandbox(await createSandbox().kindFor(null));
  const found = await settings().catch((error: unknown) => toFinding('settings', error, 'wf config list'));
  if ('check' in found) return withoutSettings(node, found, await checkPort(null), sandbox);
  const port = await checkPort(found.baseUrl.value);
  const service = await checkService(openSession, now);
  const isThere = service[0]?.status === 'ok';
  return [
    node,
    checkProject(found),
    checkSettings(found),
    ...service,
    checkDisk(found.dataDir),
    port,
    sandbox,
    isThere ? await checkDrift(found, openSession) : skipped('schemas', 'No service.'),
  ];
}

function withoutSettings(node: Finding, settings: Finding, port: Finding, sandbox: Finding): Finding[] {
  const unseen = (check: string) => skipped(check, 'No settings.');
  return [
    node,
    unseen('project'),
    settings,
    ...['service', 'key', 'clock', 'disk'].map(unseen),
    port,
    sandbox,
    unseen('schemas'),
  ];
}

function checkProject({ project }: Settings): Finding {
  if (project !== null) return ok('project', `The project is ${project.root}.`);
  return skipped('project', 'There is no project in this folder or above it.');
}

function checkSettings({ baseUrl, profile, warnings }: Settings): Finding {
  const [first] = warnings;
  if (first !== undefined) return warning('settings', first, 'wf config list');
  const where = baseUrl.value === null ? 'the embedded service' : `${baseUrl.value}, from ${baseUrl.origin.name}`;
  return ok('settings', `Commands go to ${where}; the profile is ${profile.value}.`);
}

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
