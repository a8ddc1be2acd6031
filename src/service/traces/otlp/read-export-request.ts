import { formatSize, SPANS, SPANS_BODY } from '../../../foundation/sizes.ts';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import * as z from 'zod';
import { UserError } from '../../../foundation/errors/wf-error.ts';
import { fromProtobuf, WireError } from './from-protobuf.ts';
import { parseJson } from '../../../contract/validation/parse-json.ts';

const TraceId = z
  .string()
  .regex(/^[0-9a-f]{32}$/i)
  .refine(isSet, 'An id must not be zero')
  .transform(lower);
const SpanId = z
  .string()
  .regex(/^[0-9a-f]{16}$/i)
  .refine(isSet, 'An id must not be zero')
  .transform(lower);
const Nanos = z
  .union([z.string().regex(/^\d{1,20}$/), z.int().min(0).transform(String)])
  .transform(BigInt)
  .refine((nanos) => nanos < 2n ** 64n, 'A time has 64 bits');
const Attributes = z.array(z.object({ key: z.string(), value: z.unknown() })).default([]);

const OtlpSpan = z.object({
  traceId: TraceId,
  spanId: SpanId,
  parentSpanId: z.union([z.literal(''), SpanId]).nullish(),
  name: z.string().max(1000).default(''),
  kind: z.int().default(0),
  startTimeUnixNano: Nanos.default(0n),
  endTimeUnixNano: Nanos.default(0n),
  attributes: Attributes,
  events: z
    .array(z.object({ name: z.string().default(''), timeUnixNano: Nanos.default(0n), attributes: Attributes }))
    .default([]),
  links: z.array(z.object({ traceId: TraceId, spanId: SpanId, attributes: Attributes })).default([]),
  status: z.object({ code: z.int().default(0), message: z.string().default('') }).default({ code: 0, message: '' }),
});

export type OtlpSpan = z.infer<typeof OtlpSpan> & {
  readonly resource: z.infer<typeof Attributes>;
};

/** @source OTLP 1.7.0, JSON Protobuf encoding: unknown fields are ignored */
const ExportRequest = z.object({
  resourceSpans: z
    .array(
      z.object({
        resource: z.object({ attributes: Attributes }).default({ attributes: [] }),
        scopeSpans: z.array(z.object({ spans: z.array(OtlpSpan).default([]) })).default([]),
      }),
    )
    .default([]),
});

/** Accepts protobuf or JSON, compressed by gzip or not. @throws {WF_INVALID_INPUT} for anything else */
export async function readExportRequest(body: Uint8Array): Promise<OtlpSpan[]> {
  const bytes = await unpack(body);
  const parsed = ExportRequest.safeParse(bytes[0] === OPEN_BRACE ? fromJson(bytes) : fromBytes(bytes));
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw invalid(issue?.path.map(String) ?? [], issue?.message ?? 'Input should be spans');
  }
  const spans = parsed.data.resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans.flatMap((scope) => scope.spans.map((span) => ({ ...span, resource: resource.attributes }))),
  );
  if (spans.length > SPANS.most) throw invalid([], `Input should have at most ${SPANS.most} spans`);
  return spans;
}

/** No message in protobuf begins so: it would be the end of a group. */
const OPEN_BRACE = 0x7b;
const GZIP = [0x1f, 0x8b] as const;

async function unpack(body: Uint8Array): Promise<Uint8Array> {
  if (body[0] !== GZIP[0] || body[1] !== GZIP[1]) return body;
  try {
    return await promisify(gunzip)(body, { maxOutputLength: SPANS_BODY.most });
  } catch {
    throw invalid([], `Input should be gzip of at most ${formatSize(SPANS_BODY)}`);
  }
}

function fromJson(bytes: Uint8Array): unknown {
  const request = parseJson(new TextDecoder().decode(bytes));
  if (request === undefined) throw invalid([], 'Input should be JSON or protobuf of OTLP');
  return request;
}

function fromBytes(bytes: Uint8Array): unknown {
  try {
    return fromProtobuf(bytes);
  } catch (error) {
    if (error instanceof WireError) throw invalid([], `Input should be protobuf of OTLP: ${error.message}`);
    throw error;
  }
}

function isSet(id: string): boolean {
  return /[^0]/.test(id);
}

function lower(id: string): string {
  return id.toLowerCase();
}

function invalid(path: readonly string[], msg: string): UserError {
  return new UserError({
    code: 'WF_INVALID_INPUT',
    message: `${msg}.`,
    details: [{ loc: ['body', ...path], msg, type: 'value_error' }],
  });
}
