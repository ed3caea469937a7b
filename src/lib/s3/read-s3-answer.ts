import { Parser } from 'htmlparser2';

export interface S3Listing {
  objects: { key: string; sizeBytes: number; etag: string; modifiedMs: number }[];
  /** Undefined if the listing is complete. */
  nextToken: string | undefined;
}

/** Multipart uploads that were started and not ended. */
export interface S3Uploads {
  uploads: { key: string; uploadId: string; startedMs: number }[];
  /** Where the next part of the list starts. Undefined if the list is complete. */
  next: { key: string; uploadId: string } | undefined;
}

export interface S3Error {
  code: string;
  message: string;
  region: string;
}

const mostFields = 20_000;

/** Calls `onText` with the names of the elements around each text. */
const readXml = (
  text: string,
  onText: (path: string, value: string) => void,
  onClose: (path: string) => void,
) => {
  const open: string[] = [];
  let value = '';
  let fields = 0;
  const parser = new Parser(
    {
      onopentag: (name) => {
        fields += 1;
        if (fields > mostFields || open.length > 20) throw new Error('The XML has too many elements');
        open.push(name);
        value = '';
      },
      ontext: (piece) => {
        value += piece;
      },
      onclosetag: () => {
        const path = open.join('/');
        onText(path, value);
        onClose(path);
        open.pop();
        value = '';
      },
    },
    { xmlMode: true, decodeEntities: true },
  );
  parser.end(text);
};

const decode = (key: string, encoding: string): string => {
  if (encoding !== 'url') return key;
  try {
    return decodeURIComponent(key.replaceAll('+', ' '));
  } catch {
    return key;
  }
};

/** The fields of an answer, and its repeated elements. Undefined if the answer has another root. */
const readItems = (text: string, root: string, itemName: string) => {
  const item = `${root}/${itemName}`;
  const fields = new Map<string, string>();
  const items: Record<string, string>[] = [];
  let current: Record<string, string> = {};
  let isWanted = false;
  readXml(
    text,
    (path, value) => {
      if (path.startsWith(`${item}/`)) current[path.slice(item.length + 1)] = value;
      else fields.set(path, value.trim());
    },
    (path) => {
      if (path === root) isWanted = true;
      if (path !== item) return;
      items.push(current);
      current = {};
    },
  );
  return isWanted ? { fields, items } : undefined;
};

/** An answer of ListObjectsV2. Undefined if it is none. Answers of unknown servers are read in a thread. */
export const readS3Listing = ({ text }: { text: string }): S3Listing | undefined => {
  const root = 'ListBucketResult';
  const answer = readItems(text, root, 'Contents');
  if (!answer) return undefined;
  const { fields, items } = answer;
  const encoding = fields.get(`${root}/EncodingType`) ?? '';
  return {
    objects: items.map(({ Key = '', Size = '', ETag = '', LastModified = '' }) => ({
      key: decode(Key, encoding),
      sizeBytes: Number(Size) || 0,
      etag: ETag.trim().replaceAll('"', ''),
      modifiedMs: Date.parse(LastModified.trim()) || 0,
    })),
    nextToken:
      fields.get(`${root}/IsTruncated`) === 'true'
        ? (fields.get(`${root}/NextContinuationToken`) ?? '')
        : undefined,
  };
};

/** An answer of ListMultipartUploads. Undefined if it is none. */
export const readS3Uploads = ({ text }: { text: string }): S3Uploads | undefined => {
  const root = 'ListMultipartUploadsResult';
  const answer = readItems(text, root, 'Upload');
  if (!answer) return undefined;
  const { fields, items } = answer;
  const encoding = fields.get(`${root}/EncodingType`) ?? '';
  const next = (name: string): string => fields.get(`${root}/${name}`) ?? '';
  return {
    uploads: items.map(({ Key = '', UploadId = '', Initiated = '' }) => ({
      key: decode(Key, encoding),
      uploadId: UploadId.trim(),
      startedMs: Date.parse(Initiated.trim()) || 0,
    })),
    next:
      next('IsTruncated') === 'true'
        ? { key: decode(next('NextKeyMarker'), encoding), uploadId: next('NextUploadIdMarker') }
        : undefined,
  };
};

/** One field of an answer with a single level, such as the UploadId of a started upload. */
export const readS3Field = (text: string, path: string): string | undefined => {
  let found: string | undefined;
  readXml(
    text,
    (at, value) => {
      if (at === path) found = value.trim();
    },
    () => {},
  );
  return found;
};

/** Answers of unknown servers are read in a thread. */
export const readS3Error = ({ text }: { text: string }): S3Error => {
  const fields = new Map<string, string>();
  readXml(
    text,
    (path, value) => fields.set(path, value.trim().slice(0, 300)),
    () => {},
  );
  const of = (name: string): string => fields.get(`Error/${name}`) ?? '';
  return { code: of('Code'), message: of('Message'), region: of('Region') };
};
