import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { createAxis } from '../../../../src/playground/pictures/axis.ts';
import { ScatterPlot, shapeOf } from '../../../../src/playground/pictures/scatter-plot.tsx';

const point = (id: string, series: string, x: number, y: number) => ({ id, series, x, y, text: `${series} is ${y}` });
const AXIS = createAxis({ values: [0, 10] });

function render(more: object = {}): string {
  const points = [point('1', 'a', 0, 0), point('2', 'b', 5, 10), point('3', 'a', 10, 5)];
  const format = (value: number) => `<${value}>`;
  const shared = {
    label: 'A plot',
    points,
    x: AXIS,
    y: AXIS,
    formatX: format,
    formatY: format,
    onOpen: () => undefined,
  };
  return renderToStaticMarkup(createElement(ScatterPlot, { ...shared, ...more }));
}

test('points stand at their figures, and say them', () => {
  const html = render();
  const places = [...html.matchAll(/x="([\d.]+)%" y="([\d.]+)%" overflow="visible"><path class="scatter-point"/g)];
  expect(places.map(([, x, y]) => [Number(x), Number(y)])).toEqual([
    [0, 100],
    [50, 0],
    [100, 50],
  ]);
  expect(html).toContain('<title>b is 10</title>');
  expect(html).toContain('role="img" aria-label="A plot"');
  expect(html).toContain('&lt;10&gt;');
});

test('each series has its shape, in the legend too', () => {
  const series = Array.from({ length: 13 }, (_, index) => `s${index}`);
  const shapes = series.map((name) => shapeOf(series, name));
  expect(new Set(shapes.slice(0, 6).map(({ d }) => d)).size).toBe(6);
  // The outlines come again, hollow, and then from the first.
  expect(shapes.slice(6, 12)).toEqual(shapes.slice(0, 6).map(({ d }) => ({ d, 'data-hollow': true })));
  expect(shapes[12]).toEqual(shapes[0]);
  expect(shapes.slice(0, 6).map((shape) => shape['data-hollow'])).toEqual(Array.from({ length: 6 }, () => undefined));
  expect(render().match(/class="key"/g)).toHaveLength(2);
});

test('lines join the points of a series', () => {
  const lines = [
    ...render({ hasLines: true }).matchAll(/class="scatter-line" x1="(\d+)%" y1="(\d+)%" x2="(\d+)%" y2="(\d+)%"/g),
  ];
  expect(lines.map(([, ...places]) => places.map(Number))).toEqual([[0, 100, 100, 50]]);
  expect(render()).not.toContain('scatter-line');
});

test('marks are labelled, long labels are shortened', () => {
  const html = render({
    marks: [
      { x: 5, text: 'production revision 2' },
      { x: 6, text: 'x'.repeat(30) },
      { x: 9, text: 'at the right' },
    ],
  });
  expect(html).toContain(
    '<title>production revision 2</title><text class="deploy-mark" x="4" text-anchor="start" y="14">production revision 2<',
  );
  expect(html).toContain(`<text class="deploy-mark" x="4" text-anchor="start" y="28">${'x'.repeat(23)}…<`);
  expect(html).toContain('<text class="deploy-mark" x="-4" text-anchor="end" y="42">at the right<');
});
