import type { JsonSchema, RouteSchema } from '../../contract/deployments/route-schema.ts';
import { PACKAGE_VERSION } from '../../foundation/package.ts';
import { type CallUse, listAddresses } from '../call/addresses.ts';

/**
 * Writes the OpenAPI 3.1 page of some routes. Existing playgrounds read it: the body of `POST /generate` refers to a
 * schema in which marked properties are configuration fields and the others inputs.
 *
 * @source facts §4.6
 */
export function toOpenApi(routes: readonly RouteSchema[]): JsonSchema {
  const operations = routes.flatMap((route) =>
    listAddresses(route.path).map(({ path, use }) => ({ path, use, route, body: bodyName(route, path) })),
  );
  return {
    openapi: '3.1.0',
    info: { title: 'Workflow', version: PACKAGE_VERSION },
    'x-wf-sdk': { version: PACKAGE_VERSION },
    paths: {
      '/health': { get: { summary: 'Health', responses: { 200: jsonAnswer('The workflow answers', HEALTH) } } },
      ...Object.fromEntries(operations.map(({ path, ...rest }) => [path, { post: toOperation(rest) }])),
    },
    components: {
      schemas: {
        ...Object.fromEntries(operations.map(({ body, route, use }) => [body, toBodySchema(route, use, body)])),
        ...Object.fromEntries(operations.map(({ body, route }) => [answerName(body), toAnswerSchema(route, body)])),
        HTTPValidationError: VALIDATION_ERROR,
        ErrorBody: ERROR_BODY,
      },
    },
  };
}

interface Operation {
  readonly route: RouteSchema;
  readonly use: CallUse;
  readonly body: string;
}

function toOperation({ route, use, body }: Operation): JsonSchema {
  return {
    summary: `Call ${route.path} as ${use === 'playground' ? 'a playground call' : 'a deployed call'}`,
    operationId: body.replace(/^Body_/, ''),
    ...(use === 'deployed' ? { parameters: [INLINE] } : {}),
    requestBody: { required: true, content: { 'application/json': { schema: referenceTo(body) } } },
    responses: {
      200: jsonAnswer('The answer', referenceTo(answerName(body))),
      400: jsonAnswer('No such configuration', referenceTo('ErrorBody')),
      422: jsonAnswer('The call does not match its schema', referenceTo('HTTPValidationError')),
      500: jsonAnswer("The workflow's own code failed", referenceTo('ErrorBody')),
    },
  };
}

function toBodySchema({ config, input }: RouteSchema, use: CallUse, name: string): JsonSchema {
  const { $defs, properties = {}, required = [], additionalProperties = true } = relocate(input ?? {}, name);
  const fields = use === 'playground' ? (config?.['properties'] ?? {}) : DEPLOYMENT_SLUG;
  return {
    title: name,
    type: 'object',
    properties: { ...asObject(fields), ...asObject(properties) },
    required,
    additionalProperties,
    ...($defs === undefined ? {} : { $defs }),
  };
}

function toAnswerSchema({ output }: RouteSchema, body: string): JsonSchema {
  return {
    title: answerName(body),
    type: 'object',
    properties: {
      version: { type: 'string' },
      data: output === null ? {} : relocate(output, `${answerName(body)}/properties/data`),
      content_type: { type: 'string', enum: ['text/plain', 'application/json'] },
      tree: { type: ['object', 'null'] },
      tree_id: { type: 'string' },
    },
    required: ['version', 'data', 'content_type', 'tree', 'tree_id'],
  };
}

/** Rewrites a schema's references, which count from its own root, for their place in the page. */
function relocate(schema: JsonSchema, name: string): JsonSchema {
  const place = `#/components/schemas/${name}`;
  // JSON parsed back from a schema is a schema.
  return JSON.parse(JSON.stringify(schema), (key, value: unknown) =>
    key === '$ref' && typeof value === 'string' && value.startsWith('#') ? `${place}${value.slice(1)}` : value,
  ) as JsonSchema;
}

/** Uses FastAPI's names, which existing pages look for. @source facts §4.6 */
function bodyName({ name }: RouteSchema, path: string): string {
  return `Body_${name}${path}_post`.replaceAll(/[^A-Za-z0-9_.-]/g, '_');
}

function answerName(body: string): string {
  return body.replace(/^Body_/, 'Answer_');
}

function referenceTo(name: string): JsonSchema {
  return { $ref: `#/components/schemas/${name}` };
}

function jsonAnswer(description: string, schema: JsonSchema): JsonSchema {
  return { description, content: { 'application/json': { schema } } };
}

function asObject(value: unknown): Record<string, unknown> {
  return value as Record<string, unknown>; // `properties` of an object schema
}

const HEALTH: JsonSchema = { type: 'object', properties: { status: { const: 'ok' } }, required: ['status'] };

const INLINE: JsonSchema = {
  name: 'inline',
  in: 'query',
  required: false,
  description: 'Whether the answer contains its tree of spans',
  schema: { type: 'boolean', default: false },
};

const DEPLOYMENT_SLUG: JsonSchema = {
  environment: { type: ['string', 'null'], default: null, description: 'Environment whose configuration is used' },
  config: {
    type: ['string', 'null'],
    default: null,
    description: 'Variant whose configuration is used; overrides environment',
  },
  app: { type: ['string', 'null'], default: null },
};

const VALIDATION_ERROR: JsonSchema = {
  title: 'HTTPValidationError',
  type: 'object',
  properties: {
    detail: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          loc: { type: 'array', items: { anyOf: [{ type: 'string' }, { type: 'integer' }] } },
          msg: { type: 'string' },
          type: { type: 'string' },
        },
        required: ['loc', 'msg', 'type'],
      },
    },
  },
};

const ERROR_BODY: JsonSchema = {
  title: 'ErrorBody',
  type: 'object',
  properties: { detail: { anyOf: [{ type: 'string' }, { type: 'object' }] } },
  required: ['detail'],
};
