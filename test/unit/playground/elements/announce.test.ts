import { expect, test } from 'vitest';
import { announce, lastAnnounced, onAnnounced } from '../../../../src/playground/elements/announce.ts';

test('the same words are announced again, until a listener stops', () => {
  const heard: string[] = [];
  const { number } = lastAnnounced();
  const stop = onAnnounced(() => heard.push(lastAnnounced().text));
  announce('Saved');
  announce('Saved');
  expect(lastAnnounced()).toEqual({ text: 'Saved', number: number + 2 });
  stop();
  announce('Deployed');
  expect(heard).toEqual(['Saved', 'Saved']);
});
