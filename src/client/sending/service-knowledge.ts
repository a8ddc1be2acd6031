/** What the answers so far have shown about the service. A client has one, which each answer updates. */
export interface ServiceKnowledge {
  /** Whether an answer had the header `Wf-Version`: the service has the extensions of wf. */
  isExtended: boolean;
  /** Whether a request below the base URL succeeded, with more than a web page. */
  hasSucceeded: boolean;
}

/** Updates the knowledge by an answer. Only a success shows that a service lacks the header: a proxy sends failures. */
export function learnFrom(
  knowledge: ServiceKnowledge,
  { status, headers }: { readonly status: number; readonly headers: Readonly<Record<string, string>> },
): void {
  if ('wf-version' in headers) knowledge.isExtended = true;
  const isPage = /html/i.test(headers['content-type'] ?? '');
  if (status >= 200 && status < 300 && !isPage) knowledge.hasSucceeded = true;
}
