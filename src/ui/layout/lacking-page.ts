import { type Page, toText } from './page.ts';

/** Reports what a result does not show because the service does not have it. */
export function lackingPage(lacking: readonly string[] = []): Page {
  return lacking.map((what) => toText(`The service lacks ${what}.`));
}
