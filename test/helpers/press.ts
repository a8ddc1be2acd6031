/** No key at all: what a test presses is set over it. */
export const NO_KEY = {
  upArrow: false,
  downArrow: false,
  leftArrow: false,
  rightArrow: false,
  pageUp: false,
  pageDown: false,
  home: false,
  end: false,
  return: false,
  escape: false,
  tab: false,
  backspace: false,
  delete: false,
  ctrl: false,
  meta: false,
};

/** Makes a press of a key, or of what is typed. */
export function press(pressed: string | Partial<typeof NO_KEY>, input = ''): { input: string; key: typeof NO_KEY } {
  return typeof pressed === 'string' ? { input: pressed, key: NO_KEY } : { input, key: { ...NO_KEY, ...pressed } };
}
