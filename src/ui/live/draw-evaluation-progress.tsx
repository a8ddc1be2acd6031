import { Box, Text, useAnimation } from 'ink';
import type { ReactNode } from 'react';
import type { EvaluationProgress } from '../../contract/evaluations/evaluation-progress.ts';
import { clamp } from '../../foundation/numbers.ts';
import { isLeft, progressLine } from '../evaluations/describe-watch-event.ts';
import type { Display } from '../layout/view.ts';
import { toStatus } from '../layout/text/status.ts';
import { type LiveRenderer, renderLive } from './render-live.ts';
import { createTheme, type Theme } from '../layout/theme.ts';
import { toSingleLine } from '../../foundation/terminal-text.ts';

export function drawEvaluationProgress(display: Display): LiveRenderer<readonly EvaluationProgress[]> {
  const theme = createTheme(display.color);
  const view = (all: readonly EvaluationProgress[]) => <Evaluations all={all} display={display} theme={theme} />;
  return renderLive<readonly EvaluationProgress[]>(view, []);
}

interface EvaluationsProps {
  readonly all: readonly EvaluationProgress[];
  readonly display: Display;
  readonly theme: Theme;
}

/** Lines to leave for the prompt and the text above. */
const RESERVED_LINES = 3;
const LINES_EACH = 2;

export function Evaluations({ all, display, theme }: EvaluationsProps): ReactNode {
  const fits = Math.max(1, Math.floor((display.rows - RESERVED_LINES) / LINES_EACH));
  return (
    <Box flexDirection="column">
      {all.slice(0, fits).map((progress) => (
        <Box key={progress.evaluation_id} flexDirection="column">
          <Text wrap="truncate">{progressLine(progress)}</Text>
          <Text wrap="truncate" {...theme.cell('status', statusOf(progress))}>
            {`${barOf(progress, display.columns)} ${toStatus(statusOf(progress)).text}`}
          </Text>
        </Box>
      ))}
    </Box>
  );
}

function statusOf(progress: EvaluationProgress): string {
  if (isLeft(progress)) return 'EVALUATION_INITIALIZED';
  const { status } = progress;
  return typeof status.value === 'string' ? status.value : '';
}

const MAX_BAR_WIDTH = 50;
const BESIDE_BAR = 30;

function barOf({ done, rows }: EvaluationProgress, columns: number): string {
  const width = clamp(columns - BESIDE_BAR, 5, MAX_BAR_WIDTH);
  const share = rows === 0 ? 0 : done / rows;
  const full = Math.floor(share * width);
  return `${'█'.repeat(full)}${'░'.repeat(width - full)} ${String(Math.floor(share * 100)).padStart(3)} %`;
}

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
