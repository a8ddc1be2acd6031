import { Box, Text, useAnimation } from 'ink';
import type { ReactNode } from 'react';
import type { Display } from '../layout/view.ts';
import { toSingleLine } from '../layout/text/format-value.ts';
import { createTheme, type Theme } from '../layout/theme.ts';
import { type LiveRenderer, renderLive } from './render-live.ts';

/** Draws the steps of long work in place on stderr, and clears them at the end. */
export function drawSteps(steps: readonly string[], display: Display): LiveRenderer<readonly string[]> {
  const theme = createTheme(display.color);
  const view = (all: readonly string[]) => <Steps steps={[...all]} rows={display.rows} theme={theme} />;
  return renderLive(view, steps);
}

interface StepsProps {
  readonly steps: readonly string[];
  readonly rows: number;
  readonly theme: Theme;
}

/** Lines to leave for the prompt and the text above. */
const RESERVED_LINES = 3;
const FRAMES = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'];

export function Steps({ steps, rows, theme }: StepsProps): ReactNode {
  const { frame, time } = useAnimation({ interval: 100 });
  const first = Math.max(0, steps.length - Math.max(1, rows - RESERVED_LINES));
  return (
    <Box flexDirection="column">
      {steps.slice(first).map((step, index) => {
        const isLast = first + index === steps.length - 1;
        const text = toSingleLine(step);
        return (
          <Text key={first + index} wrap="truncate-end" {...(isLast ? theme.here : theme.remark)}>
            {isLast ? `${FRAMES[frame % FRAMES.length] ?? ''} ${text} ${Math.floor(time / 1000)} s` : `✓ ${text}`}
          </Text>
        );
      })}
    </Box>
  );
}
