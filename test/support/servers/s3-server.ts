import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

interface StoredObject {
  body: Buffer;
  modifiedMs: number;
}

const digest = (text: string | Buffer): string => createHash('sha256').update(text).digest('hex');
const etagOf = (body: Buffer): string => `"${createHash('md5').update(body).digest('hex')}"`;
const escapeXml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

export const accessKey = { user: 'AKIATEST', secret: 'the/secret+of the key' };

/** What is wrong with the signature of a request, by the raw bytes that arrived. */
const signatureProblem = (request: IncomingMessage, region: string): string | undefined => {
  const { authorization, host = '' } = request.headers;
  const parts =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request,\s*SignedHeaders=([^,]+),\s*Signature=([0-9a-f]{64})$/.exec(
      authorization ?? '',
    );
  if (!parts) return 'AccessDenied';
  const [, user, day, usedRegion, signedNames, signature] = parts as unknown as string[];
  if (user !== accessKey.user) return 'InvalidAccessKeyId';
  if (usedRegion !== region) return 'AuthorizationHeaderMalformed';
  const sentAt = String(request.headers['x-amz-date']);
  const hash = String(request.headers['x-amz-content-sha256']);
  if (hash !== digest('') || sentAt.slice(0, 8) !== day || !signedNames!.split(';').includes('host'))
    return 'SignatureDoesNotMatch';
  const [path = '', query = ''] = (request.url ?? '').split('?');
  const headerLines = signedNames!
    .split(';')
    .map((name) => `${name}:${name === 'host' ? host : String(request.headers[name]).trim()}\n`);
  const canonical = `GET\n${path}\n${query}\n${headerLines.join('')}\n${signedNames}\n${hash}`;
  let key: Buffer | string = `AWS4${accessKey.secret}`;
  for (const part of [day!, region, 's3', 'aws4_request'])
    key = createHmac('sha256', key).update(part).digest();
  const text = `AWS4-HMAC-SHA256\n${sentAt}\n${day}/${region}/s3/aws4_request\n${digest(canonical)}`;
  const expected = createHmac('sha256', key).update(text).digest('hex');
  return expected === signature ? undefined : 'SignatureDoesNotMatch';
};

/** ListObjectsV2 and GetObject of one bucket, in the path or the host name, on the loopback address. Checks every signature. */
export const startS3Server = async ({
  bucket = 'manuals',
  region = 'eu-test-1',
  pageSize = 2,
  isPublic = false,
} = {}) => {
  const objects = new Map<string, StoredObject>();
  const requests: string[] = [];
  /** Replaces the answer to a listing. */
  let onList: ((token: string | undefined) => string) | undefined;
  /** Called before an object is sent. */
  let beforeGet: ((key: string) => void) | undefined;
  let busyAnswers = 0;

  const fail = (response: ServerResponse, status: number, code: string): void => {
    const where = code === 'AuthorizationHeaderMalformed' ? `<Region>${region}</Region>` : '';
    response
      .writeHead(status, { 'content-type': 'application/xml' })
      .end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>No.</Message>${where}</Error>`);
  };

  const listing = (query: URLSearchParams): string => {
    const token = query.get('continuation-token') ?? undefined;
    if (onList) return onList(token);
    const prefix = query.get('prefix') ?? '';
    const keys = [...objects.keys()].filter((key) => key.startsWith(prefix)).sort();
    const from = token === undefined ? 0 : Number(Buffer.from(token, 'base64').toString());
    const page = keys.slice(from, from + pageSize);
    const isTruncated = from + pageSize < keys.length;
    const next = Buffer.from(String(from + pageSize)).toString('base64');
    const contents = page.map((key) => {
      const { body, modifiedMs } = objects.get(key)!;
      const shown = encodeURIComponent(key).replaceAll('%2F', '/').replaceAll('%20', '+');
      return `<Contents><Key>${shown}</Key><LastModified>${new Date(modifiedMs).toISOString()}</LastModified><ETag>${escapeXml(etagOf(body))}</ETag><Size>${body.length}</Size></Contents>`;
    });
    return `<?xml version="1.0" encoding="UTF-8"?><ListBucketResult><EncodingType>url</EncodingType><IsTruncated>${isTruncated}</IsTruncated>${
      isTruncated ? `<NextContinuationToken>${next}</NextContinuationToken>` : ''
    }${contents.join('')}</ListBucketResult>`;
  };

  const answer = (request: IncomingMessage, response: ServerResponse): void => {
    requests.push(request.url ?? '');
    if (busyAnswers > 0) {
      busyAnswers -= 1;
      fail(response, 503, 'SlowDown');
      return;
    }
    const problem = isPublic ? undefined : signatureProblem(request, region);
    if (problem) {
      fail(response, problem === 'AuthorizationHeaderMalformed' ? 400 : 403, problem);
      return;
    }
    const { pathname: path, searchParams } = new URL(request.url ?? '', 'http://s3');
    const isVirtualHosted = request.headers.host?.startsWith(`${bucket}.`) === true;
    const pathname = isVirtualHosted ? `/${bucket}${path}` : path;
    if (pathname !== `/${bucket}` && !pathname.startsWith(`/${bucket}/`)) {
      fail(response, 404, 'NoSuchBucket');
      return;
    }
    const key = decodeURIComponent(pathname.slice(bucket.length + 2));
    if (key === '') {
      response.writeHead(200, { 'content-type': 'application/xml' }).end(listing(searchParams));
      return;
    }
    beforeGet?.(key);
    const found = objects.get(key);
    if (!found) {
      fail(response, 404, 'NoSuchKey');
      return;
    }
    response
      .writeHead(200, {
        etag: etagOf(found.body),
        'last-modified': new Date(found.modifiedMs).toUTCString(),
        'content-length': found.body.length,
      })
      .end(found.body);
  };

  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    bucket,
    region,
    objects,
    requests,
    put: (key: string, text: string | Buffer, modifiedMs = Date.now()): void =>
      void objects.set(key, { body: Buffer.from(text as string), modifiedMs }),
    onList: (work: typeof onList): void => {
      onList = work;
    },
    beforeGet: (work: typeof beforeGet): void => {
      beforeGet = work;
    },
    /** The next requests are answered with 503. */
    beBusy: (answers: number): void => {
      busyAnswers = answers;
    },
    /** The server does not keep its process alive. */
    unref: (): void => void server.unref(),
    close: async (): Promise<void> => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};

export type S3Server = Awaited<ReturnType<typeof startS3Server>>;
