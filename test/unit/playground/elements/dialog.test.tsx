import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Dialog } from '../../../../src/playground/elements/dialog.tsx';

function render(more: { readonly isReady?: boolean } = {}): string {
  return renderToStaticMarkup(
    <Dialog title="Save" action="Go" done="Saved" onSubmit={async () => {}} onClose={() => {}} {...more}>
      Name
    </Dialog>,
  );
}

test('a dialog is labelled by its title, and can be submitted unless told otherwise', () => {
  expect(render()).toMatch(/^<dialog aria-labelledby="(\S+)"><form><h2 id="\1">Save<\/h2>Name<div/);
  expect(render()).toContain('<button type="button">Cancel</button><button type="submit" class="primary">Go</button>');
  expect(render({ isReady: false })).toContain('<button type="submit" class="primary" disabled="">Go</button>');
});
