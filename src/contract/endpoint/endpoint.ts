import { LIST_PAGE, REQUEST_BODY } from '../../foundation/sizes.ts';
import * as z from 'zod';
import { pathParameterNames } from './protocol.ts';

declare const EXTENSION: unique symbol;

/** A field or a parameter of ours that changes what a request does. Another service would silently ignore it. */
export type Extension<S extends z.ZodType> = S & { readonly [EXTENSION]: true };

/**
 * Marks a field or a parameter as ours: `x-wf` in the OpenAPI document. The plain client does not offer it.
 *
 * @source design §2 principle 6
 */
export function extension<S extends z.ZodType>(schema: S): Extension<S> {
  // The mark exists at compile time only; the program reads the metadata.
  return schema.meta({ 'x-wf': true }) as Extension<S>;
}

/**
 * Marks a parameter or a field of ours that another service may ignore, because the caller checks the answer: a list
 * may then be whole, in another order, or without that field.
 *
 * @source design §2 principle 6
 */
export function optionalExtension<S extends z.ZodType>(schema: S): S {
  return schema.meta({ 'x-wf': true, 'x-wf-ignorable': true });
}

/** Lists the fields of ours, by whether another service may ignore them. */
export function extensionsOf(shape: z.ZodRawShape): { readonly needed: string[]; readonly ignorable: string[] } {
  const marked = Object.entries(shape).filter(([, schema]) => isExtension(schema));
  const names = (isIgnorable: boolean) =>
    marked.filter(([, schema]) => (metaOf(schema)['x-wf-ignorable'] === true) === isIgnorable).map(([name]) => name);
  return { needed: names(false), ignorable: names(true) };
}

/** Returns whether a field is marked as ours. */
export function isExtension(schema: z.core.$ZodType): boolean {
  return metaOf(schema)['x-wf'] === true;
}

function metaOf(schema: z.core.$ZodType): Readonly<Record<string, unknown>> {
  return z.globalRegistry.get(schema) ?? {};
}

type NeededKeys<Shape> = {
  [K in keyof Shape]: Shape[K] extends { readonly [EXTENSION]: true } ? K : never;
}[keyof Shape];

/** Input of an object schema without the fields of ours. */
export type PublicInput<S extends z.ZodType> =
  S extends z.ZodObject<infer Shape>
    ? z.input<z.ZodObject<Omit<Shape, NeededKeys<Shape>>>> & { readonly [K in NeededKeys<Shape>]?: never }
    : z.input<S>;

/**
 * Roles of a key; each includes the permissions of the one before. Only an auditor calls no routes.
 *
 * @source issue: roles by key (ours)
 */
export const ROLES = ['viewer', 'auditor', 'author', 'operator'] as const;
export const Role = z.enum(ROLES);
export type Role = z.infer<typeof Role>;

export type Method = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** A body of raw bytes (an artifact). */
export interface Bytes {
  readonly kind: 'bytes';
}

/** One endpoint of the interface, as the client, the service and the OpenAPI document need it. */
export interface Endpoint {
  readonly method: Method;
  /** Path below the base URL, parameters in braces: `/apps/{app_id}/variants`. */
  readonly path: string;
  readonly summary: string;
  readonly tag: string;
  /**
   * Section of the seed or the facts page that defines it; `public client` if only the public service's generated client
   * names it; `wf` for our own endpoints.
   */
  readonly source: `seed §${string}` | `facts §${string}` | 'public client' | 'wf';
  /** Lowest role that a key must have; `null`: no key is needed. */
  readonly role: Role | null;
  /** What a key of some apps gets. */
  readonly reach: Reach;
  readonly params: z.ZodObject;
  readonly query: z.ZodObject;
  readonly body: z.ZodType | Bytes | null;
  /** Whether the body may also be a form, whose file is read as text. */
  readonly isForm: boolean;
  /** Whether a request without a body counts as one with an empty object. */
  readonly isBodyOptional: boolean;
  /** Schema of the response body, bytes, or `null` for an empty body. */
  readonly response: z.ZodType | Bytes | null;
  readonly status: 200 | 204;
  /** What clients of the public service get in place of an empty 204; `null`: the same as all others. */
  readonly publicAnswer: PublicAnswer | null;
  /** Whether the response is an array with paging by `limit` and `cursor` (`Link` header, RFC 8288). */
  readonly list: boolean;
  /** Whether it honours `If-Match` with a revision's entity tag (RFC 9110 §13.1.1). */
  readonly isConditional: boolean;
  /** Whether the body keeps numbers that a double cannot hold as text, and refuses an object with the same key twice. */
  readonly isExact: boolean;
  /** Largest body, in bytes. */
  readonly maxBytes: number;
  /** Name of the list in the body that may be long; `null`: the body has few values. */
  readonly rows: string | null;
}

/**
 * Body of the 200 that answers clients of the public service, which are the callers below `/api` without `Wf-Version`:
 * their generated clients parse the body of every success, and fail with an empty one.
 *
 * @source public client
 */
export interface PublicAnswer {
  /** Field of the request's body that is answered; `null`: the body is `null`. */
  readonly echoes: string | null;
}

/** Marks a body or a response of raw bytes. */
export const BYTES: Bytes = { kind: 'bytes' };

/** Returns whether a body or a response is raw bytes. */
export function isBytes(shape: z.ZodType | Bytes | null): shape is Bytes {
  return shape !== null && 'kind' in shape && shape.kind === 'bytes';
}

const EMPTY = z.object({});

/** Base64url, RFC 4648 §5. */
const CURSOR = /^[A-Za-z0-9_-]+$/;

/** Query of every list. @source design §5, lists (ours) */
export const Paging = z.object({
  limit: optionalExtension(z.coerce.number().int().min(1).max(LIST_PAGE.most).optional()),
  /** From the `Link` header of the page before. */
  cursor: optionalExtension(z.string().regex(CURSOR, 'Input should be a cursor of this list').optional()),
});

/** Query of a list that can also be read in reverse order. */
export const OrderedPaging = Paging.extend({
  /** `desc` lists the last record first. */
  order: optionalExtension(z.enum(['asc', 'desc']).optional()),
});

/** Ours: filter of a list whose records can be named by a prefix of their id. */
export const ById = z.object({
  /** Only records whose id has this prefix. */
  id_prefix: optionalExtension(z.string().optional()),
});

type Defaults = {
  readonly role: 'viewer';
  readonly query: typeof EMPTY;
  readonly body: null;
  readonly isBodyOptional: false;
  readonly isForm: false;
  readonly status: 200;
  readonly publicAnswer: null;
  readonly isConditional: false;
  readonly isExact: false;
  readonly maxBytes: number;
  readonly rows: null;
};
const DEFAULTS: Defaults = {
  role: 'viewer',
  query: EMPTY,
  body: null,
  isBodyOptional: false,
  isForm: false,
  status: 200,
  publicAnswer: null,
  isConditional: false,
  isExact: false,
  maxBytes: REQUEST_BODY.most,
  rows: null,
};

type Given<Common> = Omit<Pick<Endpoint, 'summary' | 'tag' | 'source' | 'reach' | 'response'>, keyof Common> &
  Partial<Omit<Endpoint, 'method' | 'path' | 'params' | 'list'>> & {
    /** Schemas of the parameters of the path that do not take every text. */
    readonly params?: z.ZodRawShape;
  };

/** The parameters of a path: text, unless they have another schema. */
type ParamsOf<Path extends string, Other> = [NamesOf<Path>] extends [never]
  ? typeof EMPTY
  : z.ZodObject<{
      -readonly [Name in NamesOf<Path>]: Name extends keyof Other
        ? Other[Name] extends z.ZodType
          ? Other[Name]
          : never
        : z.ZodString;
    }>;
type NamesOf<Path extends string> = Path extends `${string}{${infer Name}}${infer End}` ? Name | NamesOf<End> : never;

/** Whether a query has a cursor. */
type IsPaged<Query> = Query extends z.ZodType ? ('cursor' extends keyof z.output<Query> ? true : false) : false;

type Filled<Route extends string, Common, G> = Omit<Defaults, keyof Common | keyof G> &
  Omit<Common, keyof G> &
  Omit<G, 'params'> & { readonly params: ParamsOf<Route, 'params' extends keyof G ? G['params'] : unknown> } & {
    readonly method: Route extends `${infer M extends Method} ${string}` ? M : never;
    readonly path: Route extends `${Method} ${infer Path}` ? Path : never;
    readonly list: IsPaged<'query' extends keyof G ? G['query'] : unknown>;
  };

/** Names of the fields of an endpoint's requests; those of the body are behind `body.`. */
type FieldsOf<Route extends string, G> =
  | NamesOf<Route>
  | ('query' extends keyof G ? NamesIn<G['query']> : never)
  | ('body' extends keyof G ? (G['body'] extends z.ZodType ? `body.${NamesIn<G['body']>}` : never) : never);
type NamesIn<S> = S extends z.ZodType ? keyof z.output<S> & string : never;

/**
 * Creates the function that declares the endpoints of a feature, each by its method and path. It fills in the defaults
 * and what the endpoints have in common, keeping the exact type for the table.
 */
export function endpointsOf<const Common extends Pick<Endpoint, 'tag'> & Partial<Pick<Endpoint, 'source'>>>(
  common: Common,
) {
  return <const Route extends `${Method} /${string}`, const G extends Given<Common>>(
    route: Route,
    given: G & { readonly reach: Reach<FieldsOf<Route, G>> },
  ): Filled<Route, Common, G> => {
    const [method = '', path = ''] = route.split(' ');
    const params = pathParameterNames(path).map((name) => [name, given.params?.[name] ?? z.string()]);
    const list = given.query !== undefined && 'cursor' in given.query.shape;
    const rest = { ...DEFAULTS, ...common, ...given };
    const filled: unknown = { ...rest, method, path, list, params: z.object(Object.fromEntries(params)) };
    // The compiler does not follow what the text of the route is split into.
    return filled as Filled<Route, Common, G>;
  };
}

/** Kinds of records that belong to an app. */
export type OwnedKind =
  | 'app'
  | 'artifact'
  | 'base'
  | 'case'
  | 'evaluation'
  | 'evaluator'
  | 'human evaluation'
  | 'test set'
  | 'test set revision'
  | 'variant';

/**
 * What a key of some apps gets from an endpoint:
 *
 * - `open`: the same as a key of all apps, because nothing belongs to an app.
 * - `all apps`: 403, because the effect is not limited to an app.
 * - `its apps`: only what belongs to its apps. The operation selects it by the caller's `appIds`.
 * - `its bundles`: only bundles that its apps use, or that it uploaded itself. Others count as not stored.
 * - an object: the fields of the request that name records. All of them must belong to its apps, else the answer is 404.
 *
 * It is plain data, so that the service need not load an endpoint's schemas to know it.
 */
export type Reach<Field extends string = string> =
  | 'open'
  | 'all apps'
  | 'its apps'
  | 'its bundles'
  | NamedRecords<Field>
  | TypedRecords<Field>;

/** Fields with ids of records, by the kind of record; they are checked in this order. A field that is left out names none. */
export type NamedRecords<Field extends string = string> = {
  readonly [Kind in OwnedKind]?: Field | readonly Field[] | { readonly commaSeparated: Field };
} & {
  /** The request also names bundles, which the operation checks. */
  readonly bundles?: 'its bundles';
};

/** Fields of a request that says by a field of which kind its ids are. */
export interface TypedRecords<Field extends string = string> {
  readonly kindIn: Field;
  /** The kind of record for each value of that field. */
  readonly kinds: Readonly<Record<string, OwnedKind>>;
  readonly ids: Field;
}
