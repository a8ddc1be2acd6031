import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import { Dialog } from '../../../../src/playground/elements/dialog.tsx';
import { fakeBrowser } from '../../../helpers/page/fake-browser.ts';
import { HostElement } from '../../../helpers/page/host-element.ts';
import { mount } from '../../../helpers/page/mount.ts';

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

test.each([
  ['what opened it', true, [['focus'], []]],
  ['the content, when what opened it is gone', false, [[], ['focus']]],
])('a dialog that goes away returns the focus to %s', async (_, isConnected, calls) => {
  using _browser = fakeBrowser();
  const opener = Object.assign(new HostElement('button', {}), { isConnected });
  const main = new HostElement('main', {});
  const getElementById = (id: string) => (id === 'main' ? main : null);
  vi.stubGlobal('document', { activeElement: opener, getElementById });
  {
    await using shown = await mount(
      <Dialog title="Save" action="Go" done="Saved" onSubmit={async () => {}} onClose={() => {}}>
        Name
      </Dialog>,
    );
    expect([opener.calls, main.calls, shown.root.children[0]?.calls]).toEqual([[], [], ['showModal']]);
  }
  expect([opener.calls, main.calls]).toEqual(calls);
});

test('a dialog cannot be submitted twice, and shows why it was refused', async () => {
  using _ = fakeBrowser();
  const { promise, reject } = Promise.withResolvers<undefined>();
  let submits = 0;
  await using shown = await mount(
    <Dialog
      title="Save"
      action="Go"
      done="Saved"
      onSubmit={() => {
        submits += 1;
        return promise;
      }}
      onClose={() => {}}
    >
      Name
    </Dialog>,
  );
  await shown.click('Go');
  await expect(shown.click('Go')).rejects.toThrow('Go is disabled');
  await shown.settle(() => reject(new Error('No.')));
  expect([submits, /role="alert"> "(.*)"/.exec(shown.markup)?.[1]]).toEqual([1, 'No.']);
  expect(shown.markup).toContain('type="submit" className="primary" disabled=false');
});
