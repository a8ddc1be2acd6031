import { hasUnicode, toAscii } from '../layout/text/to-ascii.ts';

/** Wraps a stream for live views: replaces characters that the terminal cannot show. */
export function terminalStream(stream: NodeJS.WriteStream): NodeJS.WriteStream {
  if (hasUnicode(process.env)) return stream;
  return new Proxy(stream, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target);
      if (typeof value !== 'function') return value;
      if (name !== 'write') return value.bind(target) as unknown;
      return (text: unknown, ...rest: never[]) =>
        value.call(target, typeof text === 'string' ? toAscii(text) : text, ...rest) as unknown;
    },
  });
}
