import { Text } from 'ink';
import type { ReactNode } from 'react';
import type { Kind } from './text/format-value.ts';
import { splitChart } from './text/charts.ts';
import type { Theme } from './theme.ts';

export interface CellContentProps {
  readonly kind: Kind;
  readonly text: string;
  readonly theme: Theme;
}

/** Renders the content of a cell: plain text, or a chart with each segment in its style. */
export function CellContent({ kind, text, theme }: CellContentProps): ReactNode {
  const parts = splitChart(kind, text);
  if (parts === null) return text;
  return parts.map((part, index) => (
    <Text key={index} {...theme.part[part.meaning]}>
      {part.text}
    </Text>
  ));
}
