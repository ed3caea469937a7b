import type { AdapterDependencies } from '../adapter-dependencies.ts';
import { ModelError } from '../port.ts';
import { refusalOf, type SentSecrets } from '../provider-failure.ts';
import { modelCallLimits } from '../timeouts.ts';

/**
 * The `fetch` for a provider package. All its requests go through safeFetch, and error
 * responses become our own errors before the package converts them.
 */
export const createProviderFetch =
  (
    secrets: SentSecrets,
    { fetch, timeouts, clock }: Pick<AdapterDependencies, 'fetch' | 'timeouts' | 'clock'>,
  ): typeof globalThis.fetch =>
  async (input, init) => {
    if (typeof init?.body !== 'string')
      throw new ModelError('rejected', 'Only JSON is sent to model servers');
    const response = await fetch(input instanceof Request ? input.url : input, {
      ...modelCallLimits(timeouts),
      method: init.method,
      headers: Object.fromEntries(new Headers(init.headers)),
      body: init.body,
      signal: init.signal ?? undefined,
    });
    if (response.status < 200 || response.status > 299)
      throw await refusalOf(response, secrets, clock.nowMs());
    const contentType = response.headers['content-type'] ?? '';
    if (!contentType.includes('text/event-stream')) {
      await response.discard();
      throw new ModelError(
        'garbage',
        `The server answered with ${contentType.slice(0, 60) || 'no content type'}`,
      );
    }
    return new Response(ReadableStream.from(response.body), { headers: { 'content-type': contentType } });
  };
