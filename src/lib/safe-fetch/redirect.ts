import { Readable } from 'node:stream';
import { checkedUrl } from './checked-url.ts';
import { EgressError } from './egress-error.ts';
import { shownHost } from './egress-failure.ts';
import type { OutgoingRequest } from './exchange.ts';

const redirectStatuses = new Set([301, 302, 303, 307, 308]);

export const isRedirect = (status: number): boolean => redirectStatuses.has(status);

/**
 * Headers that may be sent to an origin that the caller did not name. An allowlist, because a secret can
 * have any header name (authorization, cookie, x-api-key, …).
 */
const harmlessHeaders = new Set([
  'accept',
  'accept-language',
  'content-type',
  'user-agent',
  'accept-encoding',
]);

const withoutBody = (headers: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !name.startsWith('content-')));

const withoutSecrets = (headers: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => harmlessHeaders.has(name)));

/** The request after a redirect, to be checked like any other. Header names are lower-case already. */
export const redirectedRequest = (
  request: OutgoingRequest,
  status: number,
  location: string | string[] | undefined,
): OutgoingRequest => {
  const host = shownHost(request.url.host);
  if (typeof location !== 'string') {
    throw new EgressError('redirect', `${host} redirects without a Location header`, { status });
  }
  let url: URL;
  try {
    url = checkedUrl(location, request.url);
  } catch (error) {
    throw new EgressError('redirect', `${host} redirects to an invalid address`, {
      status,
      cause: error,
    });
  }
  const becomesGet = status === 303 ? request.method !== 'HEAD' : status < 303 && request.method === 'POST';
  const kept = becomesGet
    ? { method: 'GET', headers: withoutBody(request.headers), body: undefined }
    : { method: request.method, headers: request.headers, body: request.body };
  if (kept.body instanceof Readable) {
    throw new EgressError('redirect', `${host} redirects a body that can be sent only once`, { status });
  }
  const headers = url.origin === request.url.origin ? kept.headers : withoutSecrets(kept.headers);
  return { ...kept, url, headers };
};
