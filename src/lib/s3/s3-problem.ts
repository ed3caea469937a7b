import type { S3Error } from './read-s3-answer.ts';

interface Failed {
  status: number;
  error: S3Error;
  bucket: string;
  hasCredentials: boolean;
  /** What the key must be allowed to do, such as `s3:GetObject`. */
  permissions: readonly string[];
}

const list = new Intl.ListFormat('en');

/** Why the storage refused a request, and what to do. */
export const s3Problem = ({ status, error, bucket, hasCredentials, permissions }: Failed): string => {
  const { code, region } = error;
  if (code === 'NoSuchBucket') return `There is no bucket ${bucket} at this endpoint`;
  if (code === 'InvalidAccessKeyId')
    return 'The storage does not know the access key ID. Check the credentials';
  if (code === 'SignatureDoesNotMatch')
    return 'The storage refused the signature. Check the access key ID, the secret access key and the region';
  if (code === 'RequestTimeTooSkewed')
    return 'The clock of this server is wrong by several minutes, so the storage refuses its signatures';
  if (
    ['AuthorizationHeaderMalformed', 'PermanentRedirect', 'TemporaryRedirect'].includes(code) ||
    status === 301
  )
    return region === ''
      ? 'The bucket is in another region. Set its region and the endpoint of that region'
      : `The bucket is in the region ${region}. Set this region and its endpoint`;
  if (status === 401 || status === 403)
    return hasCredentials
      ? `The storage refused access to the bucket ${bucket}. The key needs the permissions ${list.format(permissions)}`
      : `The bucket ${bucket} is not public. Add an access key`;
  return `The storage answered with status ${status}${code === '' ? '' : ` (${code})`}`;
};
