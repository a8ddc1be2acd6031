import type { Settings } from '../../project/resolve-settings.ts';
import { createSandbox } from '../../sandbox/create-sandbox.ts';
import type { Session } from '../session/session.ts';
import { checkService, failed, ok, skipped, toFinding, warning } from './check-service.ts';
import type { Finding } from '../../contract/develop/finding.ts';
import { orUnsupported } from '../../client/public/is-missing.ts';
import { countOf } from '../../foundation/numbers.ts';
import { buildWorkflow } from '../develop/build-workflow.ts';
import { compareRoutes } from '../../contract/deployments/compatibility/compare-routes.ts';
import { requireProject } from '../develop/require-project.ts';
import { existsSync, statfsSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname } from 'node:path';
import { messageOf } from '../../foundation/errors/wf-error.ts';
import type { BuildWarning } from '../../foundation/build-warning.ts';
import type { SandboxKind } from '../../sandbox/sandbox-kind.ts';
import { SERVE_PORT } from '../serve/default-ports.ts';

export interface ExamineOptions {
  readonly settings: () => Promise<Settings>;
  readonly openSession: () => Promise<Session>;
  readonly now: () => Date;
  /** Gets what the build of the project's sources warns of. */
  readonly onWarning?: OnWarning;
}

type OnWarning = (warning: BuildWarning) => void;

/** Runs all checks of `wf doctor`. A failing check does not stop the others. */
export async function examine({ settings, openSession, now, onWarning }: ExamineOptions): Promise<Finding[]> {
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
    isThere ? await checkDrift(found, openSession, onWarning) : skipped('schemas', 'No service.'),
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
export async function checkDrift(
  settings: Settings,
  openSession: () => Promise<Session>,
  onWarning: OnWarning = () => undefined,
): Promise<Finding> {
  const { project } = settings;
  if (project === null) return skipped('schemas', 'There is no project here.');
  try {
    const workflow = requireProject(settings, project.root);
    const { manifest, warnings } = await buildWorkflow(workflow);
    for (const warning of warnings) onWarning(warning);
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

const NEEDED_MAJOR = 24;

export function checkNode(version: string = process.versions.node): Finding {
  const major = Number(version.split('.')[0]);
  if (major >= NEEDED_MAJOR) return ok('node', `Node ${version}.`);
  return failed('node', `Node ${version} is older than ${NEEDED_MAJOR}.`, `npm install node@${NEEDED_MAJOR}`);
}

/** Checks what would confine deployed code on this machine. */
export function judgeSandbox(kind: SandboxKind): Finding {
  if (kind === 'bubblewrap') return ok('sandbox', 'bubblewrap confines deployed code.');
  if (kind === 'namespaces') return ok('sandbox', 'Namespaces confine deployed code.');
  return warning('sandbox', 'Only Node confines deployed code.', 'wf help security');
}

const MEGABYTE = 1024 * 1024;
const LITTLE = 500 * MEGABYTE;
const TOO_LITTLE = 20 * MEGABYTE;

function checkDisk(folder: string): Finding {
  try {
    const { bavail, bsize } = statfsSync(existingFolder(folder));
    return judgeDisk(folder, bavail * bsize);
  } catch (error) {
    const reason = messageOf(error);
    return warning('disk', `Cannot read the free space at ${folder}: ${reason}.`, `Check ${folder}.`);
  }
}

/** @param free - bytes available to an ordinary user */
export function judgeDisk(folder: string, free: number): Finding {
  const room = `${Math.round(free / MEGABYTE).toLocaleString('en')} MB are free at ${folder}.`;
  if (free < TOO_LITTLE) return failed('disk', room, 'Free space on this disk.');
  return free < LITTLE ? warning('disk', room, 'Free space on this disk.') : ok('disk', room);
}

/** Finds the nearest folder that exists: a folder itself, or one above it. */
export function existingFolder(folder: string): string {
  const parent = dirname(folder);
  return existsSync(folder) || parent === folder ? folder : existingFolder(parent);
}

/**
 * Checks whether `wf serve` could listen on its default port.
 *
 * @param baseUrl - URL of the configured service, which may be the one listening there
 */
export async function checkPort(baseUrl: string | null, port = SERVE_PORT): Promise<Finding> {
  const server = createServer();
  const code = await new Promise<string | null>((done) => {
    server.once('error', (error: NodeJS.ErrnoException) => done(error.code ?? error.message));
    server.listen({ port, host: '127.0.0.1' }, () => server.close(() => done(null)));
  });
  if (code === null) return ok('port', `Port ${port}, the default of wf serve, is free.`);
  if (code !== 'EADDRINUSE') return warning('port', `Port ${port} cannot be used: ${code}.`, 'wf serve --port 0');
  if (isHere(baseUrl, port)) return ok('port', `The configured service listens on port ${port}.`);
  return warning('port', `Something listens on port ${port}, the default of wf serve.`, 'wf serve --port 0');
}

function isHere(baseUrl: string | null, port: number): boolean {
  const url = baseUrl === null ? null : URL.parse(baseUrl);
  return url !== null && ['127.0.0.1', 'localhost', '[::1]'].includes(url.hostname) && url.port === String(port);
}
