import type { Client } from '../../client/create-client.ts';
import { ENDPOINT_ROUTES } from '../../contract/endpoint-routes.ts';
import { isServiceError } from '../../foundation/errors/wf-error.ts';
import { isRecord, toRecord } from '../../foundation/record.ts';

/** What kind of service answers, and which extensions of wf it has. */
export interface ServiceDescription {
  readonly service: 'wf' | 'other';
  /** Title and version, as the service gives them; `null`: it does not. */
  readonly release: string | null;
  /** Endpoints of ours: how many this program knows, and which of them the service lacks. */
  readonly extensions: { readonly known: number; readonly lacking: string[] };
}

/** Reads the service's own OpenAPI document. A service without one may be any release. */
export async function describeService(client: Client): Promise<ServiceDescription> {
  const service = (await client.extensions()) === null ? 'other' : 'wf';
  const { release, operations } = await readDocument(client);
  const known = ourOperations();
  const isLacking = (operation: string) =>
    service === 'other' || (operations !== null && !operations.has(nameless(operation)));
  return { service, release, extensions: { known: known.length, lacking: known.filter(isLacking) } };
}

/** Describes the service inside this process, which is this very release. */
export function describeOwnService(): ServiceDescription {
  return { service: 'wf', release: null, extensions: { known: ourOperations().length, lacking: [] } };
}

/** Describes the kind of a service in words, as in "wf 1.0, with all extensions of wf". */
export function describeKind({ service, release, extensions }: ServiceDescription): string {
  const { known, lacking } = extensions;
  const ours = release ?? 'wf';
  if (service === 'other')
    return `another service${release === null ? '' : `, ${release}`}, without the extensions of wf`;
  if (lacking.length === 0) return `${ours}, with all extensions of wf`;
  const listed = lacking.slice(0, LISTED).join(', ');
  const more = lacking.length > LISTED ? ` and ${lacking.length - LISTED} more` : '';
  return `${ours}, with ${known - lacking.length} of ${known} extensions: it lacks ${listed}${more}`;
}

const LISTED = 5;

function ourOperations(): string[] {
  const ours = Object.values(ENDPOINT_ROUTES).filter(
    // Many other services have this one, too.
    ({ isExtension, path }) => isExtension === true && path !== '/openapi.json',
  );
  return ours.map(({ method, path }) => `${method} ${path}`);
}

/** Parameters may have other names. */
function nameless(operation: string): string {
  return operation.replaceAll(/\{\w+\}/g, '{}');
}

interface ServiceDocument {
  readonly release: string | null;
  /** `null`: the document lists none. */
  readonly operations: ReadonlySet<string> | null;
}

const NO_DOCUMENT: ServiceDocument = { release: null, operations: null };

async function readDocument(client: Client): Promise<ServiceDocument> {
  try {
    const { bytes } = await client.request({ method: 'GET', path: '/openapi.json' });
    const { info, paths } = JSON.parse(new TextDecoder().decode(bytes)) as { info?: unknown; paths?: unknown };
    return { release: toRelease(info), operations: toOperations(paths) };
  } catch (error) {
    // A service need not have one, and a page of a proxy is none.
    if (isServiceError(error) || error instanceof SyntaxError || error instanceof TypeError) return NO_DOCUMENT;
    throw error;
  }
}

function toRelease(info: unknown): string | null {
  const { title, version } = (info ?? {}) as { title?: unknown; version?: unknown };
  const words = [title, version].filter((word) => typeof word === 'string' && word !== '');
  return typeof version === 'string' ? words.join(' ') : null;
}

function toOperations(paths: unknown): ReadonlySet<string> | null {
  if (!isRecord(paths)) return null;
  return new Set(
    Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(toRecord(methods)).map((method) => nameless(`${method.toUpperCase()} ${path}`)),
    ),
  );
}
