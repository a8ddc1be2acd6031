import * as z from 'zod';
import { optionalExtension } from './extension.ts';

/** Roles of a key; each includes the permissions of the one before. @source issue: roles by key (ours) */
export const ROLES = ['viewer', 'author', 'operator'] as const;
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

/** Largest body of most endpoints: parsing it holds up no other request. */
const MAX_BYTES = 1024 * 1024;

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
  limit: optionalExtension(z.coerce.number().int().min(1).max(1000).optional()),
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
  readonly params: typeof EMPTY;
  readonly query: typeof EMPTY;
  readonly body: null;
  readonly isBodyOptional: false;
  readonly isForm: false;
  readonly status: 200;
  readonly list: false;
  readonly isConditional: false;
  readonly isExact: false;
  readonly maxBytes: number;
  readonly rows: null;
};
const DEFAULTS: Defaults = {
  role: 'viewer',
  params: EMPTY,
  query: EMPTY,
  body: null,
  isBodyOptional: false,
  isForm: false,
  status: 200,
  list: false,
  isConditional: false,
  isExact: false,
  maxBytes: MAX_BYTES,
  rows: null,
};

type Given = Pick<Endpoint, 'method' | 'path' | 'summary' | 'tag' | 'source' | 'reach' | 'response'> &
  Partial<Endpoint>;
type Filled<G> = Omit<Defaults, keyof G> & G;

/** Names of the fields of an endpoint's requests; those of the body are behind `body.`. */
type FieldsOf<G extends Given> =
  | NamesIn<G['params']>
  | NamesIn<G['query']>
  | (G['body'] extends z.ZodType ? `body.${NamesIn<G['body']>}` : never);
type NamesIn<S> = S extends z.ZodType ? keyof z.output<S> & string : never;

/** Fills an endpoint's defaults in, keeping its exact type for the table. */
export function endpoint<const G extends Given>(given: G & { readonly reach: Reach<FieldsOf<G>> }): Filled<G> {
  return { ...DEFAULTS, ...given };
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
