import { isBytes, type Endpoint } from '../../src/contract/endpoint/endpoint.ts';
import { fillPath } from '../../src/contract/endpoint/protocol.ts';

/** Converts an endpoint's input to a request. */
export function toWire(endpoint: Endpoint, input: Readonly<Record<string, unknown>>) {
  const query = new URLSearchParams();
  for (const name of Object.keys(endpoint.query.shape)) {
    const value = input[name];
    if (Array.isArray(value)) for (const one of value) query.append(name, String(one));
    else if (value !== undefined) query.set(name, typeof value === 'string' ? value : JSON.stringify(value));
  }
  const search = query.size === 0 ? '' : `?${query}`;
  const body =
    endpoint.body === null ? undefined : isBytes(endpoint.body) ? input['body'] : JSON.stringify(input['body']);
  return { method: endpoint.method, path: `${fillPath(endpoint.path, input)}${search}`, body };
}
