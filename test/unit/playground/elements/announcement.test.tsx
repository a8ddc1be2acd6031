import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { announce } from '../../../../src/playground/elements/announce.ts';
import { Announcement } from '../../../../src/playground/elements/announcement.tsx';

test('what is announced is a status that is heard and not seen', () => {
  announce('Row added to cases');
  expect(renderToStaticMarkup(<Announcement />)).toBe(
    '<p class="hidden" role="status" aria-label="Announcement"><span>Row added to cases</span></p>',
  );
});
