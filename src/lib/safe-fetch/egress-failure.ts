import { EgressError } from './egress-error.ts';

const timeouts: Record<string, string> = {
  UND_ERR_CONNECT_TIMEOUT: 'did not accept the connection in time',
  UND_ERR_HEADERS_TIMEOUT: 'did not answer in time',
  UND_ERR_BODY_TIMEOUT: 'stopped sending in the middle of its answer',
  ETIMEDOUT: 'did not accept the connection in time',
  ETIMEOUT: 'could not be resolved in time',
};

const failures: Record<string, string> = {
  ENOTFOUND: 'could not be resolved',
  ENODATA: 'could not be resolved',
  EAI_AGAIN: 'could not be resolved',
  ESERVFAIL: 'could not be resolved',
  ECONNREFUSED: 'refused the connection',
  EHOSTUNREACH: 'is not reachable',
  ENETUNREACH: 'is not reachable',
  ECONNRESET: 'closed the connection',
  EPIPE: 'closed the connection',
  UND_ERR_SOCKET: 'closed the connection',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'sent less than it announced',
  UND_ERR_HEADERS_OVERFLOW: 'sent headers that are too large',
  UND_ERR_DESTROYED: 'was not called: the service is stopping',
  UND_ERR_CLOSED: 'was not called: the service is stopping',
};

const codeOf = (error: unknown): string => {
  // Several addresses were tried and all failed: the first failure is reported.
  if (error instanceof AggregateError) return codeOf(error.errors[0]);
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' ? code : '';
};

/** Limit for hosts in messages: a label can have 63 characters and a name 253, but a message needs less. */
export const shownHost = (host: string): string => (host.length > 120 ? `${host.slice(0, 120)}…` : host);

/** Any transport failure as a message that is safe to show. */
export const toEgressError = (host: string, error: unknown): EgressError => {
  if (error instanceof EgressError) return error;
  const code = codeOf(error);
  const name = shownHost(host);
  // The parser's error contains data of the other side, which must not be passed on.
  if (code.startsWith('HPE_')) return new EgressError('unreachable', `${name} did not answer in HTTP`);
  if (timeouts[code]) return new EgressError('timeout', `${name} ${timeouts[code]}`, { cause: error });
  if (failures[code]) return new EgressError('unreachable', `${name} ${failures[code]}`, { cause: error });
  if (code === 'UND_ERR_INVALID_ARG') {
    return new EgressError('invalid-url', `The request to ${name} has an invalid method or header`, {
      cause: error,
    });
  }
  if (/CERT|TLS|SSL|SELF_SIGNED|ISSUER/.test(code)) {
    return new EgressError('unreachable', `${name} has no valid certificate (${code})`, { cause: error });
  }
  return new EgressError('unreachable', `${name} could not be reached`, { cause: error });
};
