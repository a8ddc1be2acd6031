import { expect, test } from 'vitest';
import type { MetadataChange } from '../../../../src/contract/labels/labels.ts';
import { MetadataActions } from '../../../../src/playground/labels/metadata-actions.tsx';
import { lastAnnounced } from '../../../../src/playground/elements/announce.ts';
import { commandsOf } from '../../../helpers/page/commands-of.ts';
import { fakeBrowser } from '../../../helpers/page/fake-browser.ts';
import { mount } from '../../../helpers/page/mount.ts';

const FIELD = 'One label a line: NAME=VALUE';

async function openActions({ archivedAt = null as string | null, refusal = null as Error | null } = {}) {
  const browser = fakeBrowser();
  const changes: MetadataChange[] = [];
  const shown = await mount(
    <MetadataActions
      what="variant tuned"
      labels={{ team: 'search', owner: 'Ana B' }}
      archivedAt={archivedAt}
      command={['wf', 'variants', 'update', 'tuned']}
      onChange={async (change) => {
        changes.push(change);
        if (refusal !== null) throw refusal;
      }}
    />,
  );
  return {
    shown,
    changes,
    [Symbol.asyncDispose]: async () => {
      await shown[Symbol.asyncDispose]();
      browser[Symbol.dispose]();
    },
  };
}

test('labels are edited as lines, and only what changed is sent', async () => {
  await using opened = await openActions();
  const { shown, changes } = opened;
  await shown.click('Labels…');
  expect(shown.markup).toMatchInlineSnapshot(`
    "<button type="button"> "Labels…"
    <button type="button"> "Archive"
    <dialog aria-labelledby="id1" !showModal>
      <form>
        <h2 id="id1"> "Labels of variant tuned"
        <label className="field">
          <span> "One label a line: NAME=VALUE"
          <textarea rows=6 spellCheck=false value="team=search\\nowner=Ana B">
        <div className="terminal-command">
          <span className="faint"> "In a terminal"
          <pre tabIndex=0 role="group" aria-label="The same in a terminal"> "wf variants update tuned"
          <button type="button">
            <span aria-live="polite"> "Copy command"
        <div className="actions end">
          <button type="button"> "Cancel"
          <button type="submit" className="primary" disabled=false> "Save""
  `);
  await shown.enter(FIELD, 'team=find\nnote=a b');
  expect(await commandsOf(shown)).toEqual([
    "wf variants update tuned \\\n  --label team=find \\\n  --label 'note=a b' \\\n  --unlabel owner",
  ]);
  await shown.enter(FIELD, 'team');
  expect(await commandsOf(shown)).toEqual(['wf variants update tuned \\\n  --label NAME=VALUE']);
  await shown.click('Save');
  expect(shown.markup).toContain('role="alert"> "team: Write NAME=VALUE."');
  expect(changes).toEqual([]);
  await shown.enter(FIELD, 'team=find\nowner=Ana B');
  await shown.click('Save');
  expect(changes).toEqual([{ labels: { team: 'find' }, unset: [] }]);
  expect(shown.markup).not.toContain('<dialog');
  expect(lastAnnounced().text).toBe('Labels saved');
});

test('a label is removed alone, and nothing is sent when nothing changed', async () => {
  await using opened = await openActions();
  const { shown, changes } = opened;
  await shown.click('Labels…');
  await shown.click('Save');
  expect(changes).toEqual([]);
  await shown.click('Labels…');
  await shown.enter(FIELD, 'owner=Ana B');
  await shown.click('Save');
  expect(changes).toEqual([{ labels: {}, unset: ['team'] }]);
});

test.each([
  [null, 'Archive', true],
  ['2026-11-20T11:00:00Z', 'Restore', false],
])('a record that was archived at %j has the button %s', async (archivedAt, button, archived) => {
  await using opened = await openActions({ archivedAt });
  await opened.shown.click(button);
  expect(opened.changes).toEqual([{ archived }]);
  expect(opened.shown.markup).not.toContain('role="alert"');
});

test('a refusal to archive is explained', async () => {
  await using opened = await openActions({ refusal: new Error('It runs in production.') });
  await opened.shown.click('Archive');
  expect(opened.shown.markup).toContain('<p className="error" role="alert"> "It runs in production."');
});
