import { createHash, createHmac } from 'node:crypto';

export interface SigningKey {
  accessKeyId: string;
  secretAccessKey: string;
  region: string;
}

interface UnsignedRequest {
  method: string;
  url: URL;
  /** Besides host, date and hash of the body. Lower-case names. */
  headers?: Record<string, string>;
  /** SHA-256 in hex. The storage refuses a body with another one. Absent: there is no body. */
  bodySha256?: string | undefined;
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
const emptySha256 = sha256('');
const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();

/** As the signature needs it: everything except letters, digits and -._~ in percent encoding. */
export const encodePart = (text: string): string =>
  encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );

/** Slashes stay. */
export const encodeKey = (key: string): string => key.split('/').map(encodePart).join('/');

/** Sorted by name, as the signature needs it. */
export const encodeQuery = (parameters: Record<string, string>): string =>
  Object.keys(parameters)
    .sort()
    .map((name) => `${encodePart(name)}=${encodePart(parameters[name]!)}`)
    .join('&');

/** 20260131T235959Z */
const timestampOf = (nowMs: number): string => new Date(nowMs).toISOString().replace(/[-:]|\.\d+/g, '');

/**
 * The headers of a signed request (AWS Signature Version 4, service s3). The path and the query of the URL must be
 * encoded by the functions above, so that the server sees the text that was signed.
 */
export const signRequest = (
  { method, url, headers = {}, bodySha256: bodyHash = emptySha256 }: UnsignedRequest,
  { accessKeyId, secretAccessKey, region }: SigningKey,
  nowMs: number,
): Record<string, string> => {
  const timestamp = timestampOf(nowMs);
  const day = timestamp.slice(0, 8);
  const signed: Record<string, string> = {
    ...headers,
    host: url.host,
    'x-amz-content-sha256': bodyHash,
    'x-amz-date': timestamp,
  };
  const names = Object.keys(signed).sort();
  const canonical = [
    method,
    url.pathname,
    url.search.slice(1),
    ...names.map((name) => `${name}:${signed[name]!.trim()}`),
    '',
    names.join(';'),
    bodyHash,
  ].join('\n');
  const scope = `${day}/${region}/s3/aws4_request`;
  const text = ['AWS4-HMAC-SHA256', timestamp, scope, sha256(canonical)].join('\n');
  const dayKey = hmac(`AWS4${secretAccessKey}`, day);
  const key = [region, 's3', 'aws4_request'].reduce<Buffer>((before, part) => hmac(before, part), dayKey);
  const signature = hmac(key, text).toString('hex');
  // The connection sets the host itself.
  const { host: _host, ...sent } = signed;
  return {
    ...sent,
    authorization: `AWS4-HMAC-SHA256 Credential=${accessKeyId}/${scope},SignedHeaders=${names.join(';')},Signature=${signature}`,
  };
};
