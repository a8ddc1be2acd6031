import * as z from 'zod';
import { type Endpoint, isBytes } from '../endpoint/endpoint.ts';
import { ENDPOINTS } from '../endpoints.ts';
import {
  INTERFACE_VERSION,
  MAX_IDEMPOTENCY_KEY_LENGTH,
  pathParameterNames,
  takesIdempotencyKey,
} from '../endpoint/protocol.ts';
import { OPENAPI_RECORDS } from './openapi-records.ts';

type Document = Record<string, unknown>;

const COMPONENTS = '#/components/schemas/';

/** @source design §5, writes (ours) */
const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  description:
    'A write that is repeated with the same key within 24 hours takes effect once and returns the same response',
  schema: { type: 'string', minLength: 1, maxLength: MAX_IDEMPOTENCY_KEY_LENGTH },
  'x-wf': true,
};

/** @source RFC 9110 §13.1.1 (ours) */
const IF_MATCH = {
  name: 'If-Match',
  in: 'header',
  description: 'Entity tag of the revision to change, as in "3"; 412 if the record has another revision by now',
  schema: { type: 'string', pattern: '^(\\*|(W/)?"[^"]*"( *, *(W/)?"[^"]*")*)$' },
  'x-wf': true,
};

/** @source design §5, lists (ours), RFC 8288 */
const NEXT_PAGE = {
  description: 'Link to the next page, as rel="next"; absent on the last page',
  schema: { type: 'string' },
  'x-wf': true,
};

/** @source design §5, version (ours) */
const VERSION = {
  description: 'Version of the interface, by which a client knows the extensions of wf',
  schema: { type: 'string' },
  'x-wf': true,
};

/** @source RFC 9110 §8.8.3 (ours) */
const REQUEST_ID = {
  description: "Id of the request, under which the service's log has more",
  schema: { type: 'string' },
  'x-wf': true,
};

const HEADERS = { Link: NEXT_PAGE, 'Wf-Version': VERSION, 'X-Request-Id': REQUEST_ID };
const onEveryAnswer = toHeaderReferences(['Wf-Version', 'X-Request-Id']);

/**
 * Creates the OpenAPI 3.1 document of the interface from the endpoint table. Our own endpoints, fields, parameters and
 * headers have `x-wf: true`; `x-wf-ignorable` marks those that another service may ignore without harm.
 *
 * @param baseUrl - where the service is reached; `null`: below the address that the document came from
 * @source design §5, design §2 principle 2
 */
export function toOpenApi(baseUrl: string | null = null): Document {
  const paths: Record<string, Document> = {};
  for (const [name, endpoint] of Object.entries<Endpoint>(ENDPOINTS)) {
    const item = (paths[endpoint.path] ??= {});
    item[endpoint.method.toLowerCase()] = toOperation(name, endpoint);
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'wf',
      version: INTERFACE_VERSION,
      description: 'Evaluations, variants and environments of workflows',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: toServers(baseUrl),
    security: [{ key: [] }],
    paths,
    components: {
      securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'Authorization', description: 'ApiKey <key>' } },
      parameters: { IdempotencyKey: IDEMPOTENCY_KEY, IfMatch: IF_MATCH },
      headers: HEADERS,
      schemas: toComponents(),
    },
  };
}

/** Every path is answered below `/api` as well. */
function toServers(baseUrl: string | null): Document[] {
  const base = (baseUrl ?? '').replace(/\/+$/, '');
  return [
    { url: base === '' ? '/' : base, description: 'The service' },
    { url: `${base}/api`, description: 'The same, where clients of the public service look for it' },
  ];
}

function toHeaderReferences(names: readonly (keyof typeof HEADERS)[]): Document {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

function toOperation(name: string, endpoint: Endpoint): Document {
  return {
    operationId: name,
    summary: endpoint.summary,
    tags: [endpoint.tag],
    ...(endpoint.source === 'wf' ? { 'x-wf': true } : {}),
    ...(endpoint.role === null ? { security: [] } : { 'x-role': endpoint.role }),
    parameters: [...toPathParameters(endpoint), ...toQueryParameters(endpoint), ...toHeaderParameters(endpoint)],
    ...(endpoint.body === null
      ? {}
      : {
          requestBody: {
            required: !endpoint.isBodyOptional,
            content: toRequestContent(endpoint.body, endpoint.isForm),
          },
        }),
    responses: toResponses(endpoint),
  };
}

function toPathParameters({ path, params, source }: Endpoint): Document[] {
  return pathParameterNames(path).map((name) => ({
    name,
    in: 'path',
    required: true,
    schema: toParameterSchema(params.shape[name]),
    ...(source === 'wf' ? { 'x-wf': true } : {}),
  }));
}

function toQueryParameters({ query, source }: Endpoint): Document[] {
  return Object.entries(query.shape).map(([name, field]) => {
    const { 'x-wf': isOurs, 'x-wf-ignorable': isIgnorable, ...schema } = toParameterSchema(field);
    return {
      name,
      in: 'query',
      required: !isOptional(field),
      schema,
      ...(isOurs === true || source === 'wf' ? { 'x-wf': true } : {}),
      ...(isIgnorable === true ? { 'x-wf-ignorable': true } : {}),
    };
  });
}

function toHeaderParameters({ method, isConditional }: Endpoint): Document[] {
  const names = [...(takesIdempotencyKey(method) ? ['IdempotencyKey'] : []), ...(isConditional ? ['IfMatch'] : [])];
  return names.map((name) => ({ $ref: `#/components/parameters/${name}` }));
}

/** A coerced number accepts anything, so its input schema has no type; its output schema has the expected one. */
function toParameterSchema(schema: z.core.$ZodType | undefined): Document {
  if (schema === undefined) return { type: 'string' };
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io: 'output' });
  return rest;
}

function isOptional(schema: z.core.$ZodType): boolean {
  return schema._zod.optin === 'optional';
}

function toResponses(endpoint: Endpoint): Document {
  const { response, status, role, params, body, query, list } = endpoint;
  const hasInput = body !== null || [params, query].some(({ shape }) => Object.keys(shape).length > 0);
  return {
    [status]: {
      description: 'Success',
      headers: { ...onEveryAnswer, ...(list ? toHeaderReferences(['Link']) : {}) },
      ...(response === null ? {} : { content: toContent(response, 'output') }),
    },
    ...toPublicResponse(endpoint),
    ...(role === null ? {} : { 401: toFailure('No valid key'), 403: toFailure("The key's role does not allow this") }),
    ...(Object.keys(params.shape).length > 0 ? { 404: toFailure('Not found') } : {}),
    ...(hasInput
      ? {
          422: {
            description: 'Validation error',
            headers: onEveryAnswer,
            content: toJson({ $ref: `${COMPONENTS}ValidationError` }),
          },
        }
      : {}),
    default: toFailure('Any other failure: a conflict, a body over the limit, an error in the service'),
  };
}

function toPublicResponse({ publicAnswer, body }: Endpoint): Document {
  if (publicAnswer === null) return {};
  const { echoes } = publicAnswer;
  const field = echoes !== null && body instanceof z.ZodObject ? body.shape[echoes] : z.null();
  // A field of an object of zod's is a schema of zod's.
  const content = toContent(field as z.ZodType, 'output');
  const description = 'Success, below `/api` and without the header `Wf-Version`: for clients that parse every success';
  return { 200: { description, headers: onEveryAnswer, content } };
}

function toFailure(description: string): Document {
  return { description, headers: onEveryAnswer, content: toJson({ $ref: `${COMPONENTS}ErrorBody` }) };
}

function toRequestContent(body: NonNullable<Endpoint['body']>, isForm: boolean): Document {
  const content = toContent(body, 'input');
  return isForm ? { ...content, 'multipart/form-data': content['application/json'] } : content;
}

function toContent(shape: NonNullable<Endpoint['body']>, io: 'input' | 'output'): Document {
  if (isBytes(shape)) return { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } };
  return toJson(toSchema(shape, io));
}

function toJson(schema: Document): Document {
  return { 'application/json': { schema } };
}

/** Refers to a record by its name, and to a list of records by the name of its items. */
function toSchema(schema: z.ZodType, io: 'input' | 'output'): Document {
  const name = nameOf(schema);
  if (name !== undefined) return { $ref: `${COMPONENTS}${name}` };
  if (schema instanceof z.ZodArray) return { type: 'array', items: toSchema(schema.element as z.ZodType, io) };
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io });
  return rest;
}

function nameOf(schema: z.ZodType): string | undefined {
  return Object.entries(OPENAPI_RECORDS).find(([, record]) => record === schema)?.[0];
}

/** Creates all components in one registry, so that nested records become references. */
function toComponents(): Document {
  const registry = z.registry<{ id?: string }>();
  for (const [id, schema] of Object.entries(OPENAPI_RECORDS)) registry.add(schema, { id });
  const { schemas } = z.toJSONSchema(registry, { io: 'input', uri: (id) => `${COMPONENTS}${id}` });
  return Object.fromEntries(
    Object.entries(schemas).map(([name, { $schema: _dialect, $id: _id, ...schema }]) => [name, schema]),
  );
}
