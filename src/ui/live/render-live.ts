import { render } from 'ink';
import type { ReactNode } from 'react';
import { hasUnicode, toAscii } from '../layout/text/to-ascii.ts';

export interface LiveRenderer<Props> {
  readonly draw: (props: Props) => void;
  readonly close: () => Promise<void>;
}

/** Draws a view in place on stderr, and clears it at the end. */
export function renderLive<Props>(view: (props: Props) => ReactNode, first: Props): LiveRenderer<Props> {
  const instance = render(view(first), {
    stdout: terminalStream(process.stderr),
    patchConsole: false,
    exitOnCtrlC: false,
  });
  return {
    draw: (props) => instance.rerender(view(props)),
    close: async () => {
      // Otherwise the unmount would write a pending frame below the cleared area.
      await instance.waitUntilRenderFlush();
      instance.clear();
      instance.unmount();
      await instance.waitUntilExit();
    },
  };
}

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
