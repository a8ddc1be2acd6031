import { MAX_IDEMPOTENCY_KEY_LENGTH, takesIdempotencyKey } from '../../contract/endpoint/protocol.ts';
import { type Incoming, type Parsed, refuse } from '../../http/exchange.ts';

/** Checks the `Idempotency-Key` of a request, also of one that only reads and stores no answer. */
export function checkIdempotencyKey({ method, headers }: Incoming): Parsed<null> {
  const key = takesIdempotencyKey(method) ? headers.get('idempotency-key') : null;
  if (key === null || (key !== '' && key.length <= MAX_IDEMPOTENCY_KEY_LENGTH)) return { ok: true, value: null };
  const msg = `Input should have 1 to ${MAX_IDEMPOTENCY_KEY_LENGTH} characters`;
  return refuse(422, [{ loc: ['header', 'idempotency-key'], msg, type: key === '' ? 'too_short' : 'too_long' }]);
}
