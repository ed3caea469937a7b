import { redact } from '../../lib/redact.ts';
import { EgressError, type SafeFetch } from '../../lib/safe-fetch/index.ts';

export interface ApiRequest {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  headers?: Record<string, string>;
  body?: string | Uint8Array;
  signal?: AbortSignal | undefined;
  timeoutMs?: number;
  /** How much of the answer is read. By default 64 KiB. */
  answerBytes?: number;
}

export interface ApiAnswer {
  status: number;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  /** The start of the body, at most `answerBytes`. */
  text: string;
  /** Undefined if the body is not JSON. */
  json: unknown;
}

/** Calls of one platform. Tenants choose only the URLs of `callUrl` and `downloadUrl`. */
export interface PlatformApi {
  /** `path` is appended to the address of the host. Rejects with an EgressError. */
  call(host: string, path: string, request?: ApiRequest): Promise<ApiAnswer>;
  /**
   * Rejects with an EgressError also for another status than 200. `redirects`: how many the platform may use, by default none.
   * Credentials are not sent to another host.
   */
  download(
    host: string,
    path: string,
    options: { headers?: Record<string, string>; maxBytes: number; redirects?: number },
  ): Promise<Uint8Array>;
  /**
   * Downloads from a URL on any public host that an answer of the platform contained. Never pass a URL of a message: a sender
   * may have written it. No credentials are sent. Rejects like `download`.
   */
  downloadFrom(url: string, options: { maxBytes: number }): Promise<Uint8Array>;
  /** Calls a URL that an operator entered. Private addresses are refused. */
  callUrl(url: string, request?: ApiRequest): Promise<ApiAnswer>;
  /** Downloads from a URL that a user named as a file. Private addresses are refused. Rejects like `download`. */
  downloadUrl(url: string, options: { maxBytes: number }): Promise<Uint8Array>;
  /**
   * An address of a mail server that an operator entered. Rejects with an EgressError if it is a private one. Connect to this
   * address, and verify the certificate for the name.
   */
  resolve(hostname: string, port: number): Promise<string>;
  /** Address of a host, for comparing URLs that the platform sends. */
  addressOf(host: string): string;
}

/** Addresses that the installation uses instead of those of the platforms: `telegram` or `slack.files` → URL. */
export type PlatformUrls = Readonly<Record<string, string>>;

const callTimeoutMs = 10_000;
const downloadTimeoutMs = 60_000;
const usualAnswerBytes = 64 * 1024;
/** Of files that users name by a URL. Each step is checked. */
const mostRedirects = 3;

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

interface PlatformApiDependencies {
  safeFetch: SafeFetch;
  urls: PlatformUrls;
}

export const createPlatformApis =
  ({ safeFetch, urls }: PlatformApiDependencies) =>
  ({ platform, hosts }: { platform: string; hosts: Readonly<Record<string, string>> }): PlatformApi => {
    const find = (host: string): { url: string; trusted: boolean } => {
      const own = urls[host === 'api' ? platform : `${platform}.${host}`];
      return { url: (own ?? hosts[host]!).replace(/\/+$/, ''), trusted: own !== undefined };
    };
    const call = async (
      { url, trusted }: { url: string; trusted: boolean },
      {
        method = 'POST',
        headers = {},
        body,
        signal,
        timeoutMs = callTimeoutMs,
        answerBytes = usualAnswerBytes,
      }: ApiRequest = {},
    ): Promise<ApiAnswer> => {
      const response = await safeFetch(url, {
        method,
        headers,
        ...(body === undefined ? {} : { body }),
        ...(signal ? { signal } : {}),
        connectTimeoutMs: callTimeoutMs,
        headersTimeoutMs: timeoutMs,
        totalTimeoutMs: timeoutMs,
        maxBytes: answerBytes,
        redirects: 'refuse',
        trusted,
      });
      const text = await response.text({ truncate: true });
      return { status: response.status, headers: response.headers, text, json: parse(text) };
    };
    const download = async (
      { url, trusted }: { url: string; trusted: boolean },
      {
        headers = {},
        maxBytes,
        redirects,
      }: { headers?: Record<string, string>; maxBytes: number; redirects: number },
    ): Promise<Uint8Array> => {
      const response = await safeFetch(url, {
        headers,
        connectTimeoutMs: callTimeoutMs,
        totalTimeoutMs: downloadTimeoutMs,
        maxBytes,
        redirects,
        trusted,
      });
      if (response.status === 200) return response.bytes();
      await response.discard();
      throw new EgressError('unreachable', `The platform answered ${response.status} for a file`, {
        status: response.status,
      });
    };
    const within = (host: string, path: string) => {
      const { url, trusted } = find(host);
      return { url: url + path, trusted };
    };
    return {
      addressOf: (host) => find(host).url,
      call: (host, path, request) => call(within(host, path), request),
      download: (host, path, { redirects = 0, ...options }) =>
        download(within(host, path), { ...options, redirects }),
      resolve: (hostname, port) => safeFetch.resolve(hostname, port),
      callUrl: (url, request) => call({ url, trusted: false }, request),
      downloadUrl: (url, { maxBytes }) =>
        download({ url, trusted: false }, { maxBytes, redirects: mostRedirects }),
      downloadFrom: (url, { maxBytes }) => {
        // An own server of the installation may return its own addresses.
        const trusted = Object.keys(hosts).some((host) => {
          const own = find(host);
          return own.trusted && url.startsWith(`${own.url}/`);
        });
        return download({ url, trusted }, { maxBytes, redirects: 0 });
      },
    };
  };

/** PostgreSQL cannot store NUL in a text. */
const withoutNul = (text: string): string => text.replaceAll('\u0000', '\ufffd');

const excerptLength = 1000;

/** The start of an answer for the log of deliveries. */
export const excerptOf = (text: string, secrets: readonly string[]): string =>
  redact(withoutNul(text), secrets).slice(0, excerptLength);
