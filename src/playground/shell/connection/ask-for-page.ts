/** The page that the service has: none if it does not answer. */
export type ServedPage = 'none' | 'same' | 'other';

/** Asks the service for its page, and compares it with this one. */
export async function askForPage(signal: AbortSignal): Promise<ServedPage> {
  try {
    const response = await fetch('/', { headers: { accept: 'text/html' }, cache: 'no-store', signal });
    if (!response.ok) return 'none';
    const script = scriptIn(await response.text());
    const own = document.querySelector('script[src]')?.getAttribute('src') ?? null;
    return script === own ? 'same' : 'other';
  } catch {
    return 'none';
  }
}

/** The name of the page's script contains a hash of its content. */
function scriptIn(html: string): string | null {
  return /<script[^>]* src="([^"]+)"/.exec(html)?.[1] ?? null;
}
