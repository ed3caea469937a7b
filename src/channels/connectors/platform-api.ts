import { redact } from '../../lib/redact.ts';
import { EgressError, type SafeFetch } from '../../lib/safe-fetch/index.ts';

export interface ApiRequest {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH';
  headers?: Record<string, string>;
  body?: string | Uint8Array;
  signal?: AbortSignal | undefined;
  timeoutMs?: number;
}

export interface ApiAnswer {
  status: number;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  /** The first 64 KiB. */
  text: string;
  /** Undefined if the body is not JSON. */
  json: unknown;
}

/** Calls of one platform. Tenants never choose the host. */
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
  /** Address of a host, for comparing URLs that the platform sends. */
  addressOf(host: string): string;
}

/** Addresses that the installation uses instead of those of the platforms: `telegram` or `slack.files` → URL. */
export type PlatformUrls = Readonly<Record<string, string>>;

const callTimeoutMs = 10_000;
const downloadTimeoutMs = 60_000;
const answerBytes = 64 * 1024;

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
    const fetchFile = async (
      url: string,
      {
        headers = {},
        maxBytes,
        redirects = 0,
        trusted,
      }: { headers?: Record<string, string>; maxBytes: number; redirects?: number; trusted: boolean },
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
    return {
      addressOf: (host) => find(host).url,
      call: async (
        host,
        path,
        { method = 'POST', headers = {}, body, signal, timeoutMs = callTimeoutMs } = {},
      ) => {
        const { url, trusted } = find(host);
        const response = await safeFetch(url + path, {
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
      },
      download: (host, path, options) => {
        const { url, trusted } = find(host);
        return fetchFile(url + path, { ...options, trusted });
      },
      downloadFrom: (url, { maxBytes }) => {
        // An own server of the installation may return its own addresses.
        const trusted = Object.keys(hosts).some((host) => {
          const own = find(host);
          return own.trusted && url.startsWith(`${own.url}/`);
        });
        return fetchFile(url, { maxBytes, trusted });
      },
    };
  };

/** PostgreSQL cannot store NUL in a text. */
const withoutNul = (text: string): string => text.replaceAll('\u0000', '\ufffd');

const excerptLength = 1000;

/** The start of an answer for the log of deliveries. */
export const excerptOf = (text: string, secrets: readonly string[]): string =>
  redact(withoutNul(text), secrets).slice(0, excerptLength);
