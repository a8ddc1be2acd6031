import { render } from 'ink';
import type { ReactNode } from 'react';
import { terminalStream } from './terminal-stream.ts';

/** A view that is drawn in place until it is closed. */
export interface LiveView<Props> {
  readonly draw: (props: Props) => void;
  readonly close: () => Promise<void>;
}

/** Draws a view in place on stderr, and clears it at the end. */
export function renderLive<Props>(view: (props: Props) => ReactNode, first: Props): LiveView<Props> {
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
