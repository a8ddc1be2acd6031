/** No key; tests override single fields. */
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

/** Creates a key press or typed text. */
export function press(pressed: string | Partial<typeof NO_KEY>, input = ''): { input: string; key: typeof NO_KEY } {
  return typeof pressed === 'string' ? { input: pressed, key: NO_KEY } : { input, key: { ...NO_KEY, ...pressed } };
}
