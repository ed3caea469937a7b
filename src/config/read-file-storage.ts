import { ConfigError } from './config-error.ts';
import type { Settings } from './settings-schema.ts';

/** A bucket of an S3 storage. */
export interface FileStorageSettings {
  endpoint: string;
  bucket: string;
  /** Empty, or with a slash at the end. */
  prefix: string;
  region: string;
  isPathStyle: boolean;
  credentials: { accessKeyId: string; secretAccessKey: string };
}

const example = 's3://bucket/prefix?endpoint=https://storage.example.com&region=eu-central-1';
const parameters = ['endpoint', 'region', 'pathStyle'];
const longestPrefixBytes = 512;

const fail = (rule: string): never => {
  throw new ConfigError(`FRONTDESK_FILES ${rule}`);
};

const readBucket = ({ host, username, password }: URL): string => {
  if (username !== '' || password !== '')
    fail(
      'must not contain credentials: use FRONTDESK_FILES_ACCESS_KEY_ID and FRONTDESK_FILES_SECRET_ACCESS_KEY',
    );
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(host))
    fail(
      `must name a bucket of 3 to 63 lower-case letters, digits, dots and hyphens, such as ${example}. A host and port belong in "endpoint"`,
    );
  return host;
};

const readPrefix = ({ pathname }: URL): string => {
  let path = '';
  try {
    path = decodeURIComponent(pathname).replace(/^\/|\/$/g, '');
  } catch {
    fail('has a prefix that is not valid percent encoding');
  }
  if (path === '') return '';
  if (Buffer.byteLength(path) > longestPrefixBytes)
    fail(`must have a prefix of at most ${longestPrefixBytes} bytes`);
  if (path.split('/').some((part) => part === '' || part === '.' || part === '..') || /\p{Cc}/u.test(path))
    fail('must have a prefix without empty parts, . or .., and control characters');
  return `${path}/`;
};

const readEndpoint = (given: string | null): string | undefined => {
  if (given === null) return undefined;
  const endpoint = URL.parse(given);
  if (!endpoint || !['http:', 'https:'].includes(endpoint.protocol))
    return fail(`must have an endpoint that starts with http:// or https://, such as ${example}`);
  if (endpoint.username !== '' || endpoint.pathname !== '/' || endpoint.search !== '' || endpoint.hash !== '')
    fail('must have an endpoint of scheme, host and port only. The bucket and prefix come first');
  return endpoint.origin;
};

const readRegion = (given: string | null, endpoint: string | undefined): string => {
  if (given === null && endpoint === undefined)
    fail('needs a region, such as ?region=eu-central-1, or the endpoint of another storage than Amazon S3');
  const region = given ?? 'us-east-1';
  if (!/^[a-z0-9][a-z0-9-]{0,62}$/.test(region))
    fail('must have a region of lower-case letters, digits and hyphens');
  return region;
};

const readPathStyle = (given: string | null, endpoint: string | undefined): boolean => {
  // Most storages other than Amazon's have no host name for each bucket.
  if (given === null) return endpoint !== undefined;
  if (given !== 'true' && given !== 'false') fail('must have pathStyle true or false');
  return given === 'true';
};

export const readFileStorage = ({
  url: given,
  accessKeyId,
  secretAccessKey,
}: Settings['files']): FileStorageSettings | undefined => {
  if (given === undefined) {
    if (accessKeyId !== undefined || secretAccessKey !== undefined)
      fail('is required if FRONTDESK_FILES_ACCESS_KEY_ID or FRONTDESK_FILES_SECRET_ACCESS_KEY is set');
    return undefined;
  }
  if (accessKeyId === undefined || secretAccessKey === undefined)
    throw new ConfigError(
      'FRONTDESK_FILES_ACCESS_KEY_ID and FRONTDESK_FILES_SECRET_ACCESS_KEY are required if FRONTDESK_FILES is set',
    );
  const url = new URL(given);
  for (const name of url.searchParams.keys())
    if (!parameters.includes(name)) fail(`has the unknown parameter ${name}: use ${parameters.join(', ')}`);
  const bucket = readBucket(url);
  const endpoint = readEndpoint(url.searchParams.get('endpoint'));
  const region = readRegion(url.searchParams.get('region'), endpoint);
  return {
    bucket,
    prefix: readPrefix(url),
    endpoint: endpoint ?? `https://s3.${region}.amazonaws.com`,
    region,
    isPathStyle: readPathStyle(url.searchParams.get('pathStyle'), endpoint),
    credentials: { accessKeyId, secretAccessKey },
  };
};
