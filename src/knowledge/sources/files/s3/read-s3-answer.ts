import { Parser } from 'htmlparser2';

export interface S3Listing {
  objects: { key: string; sizeBytes: number; etag: string; modifiedMs: number }[];
  /** Undefined if the listing is complete. */
  nextToken: string | undefined;
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

/** An answer of ListObjectsV2. Undefined if it is none. Runs in a thread. */
export const readS3Listing = ({ text }: { text: string }): S3Listing | undefined => {
  const root = 'ListBucketResult';
  const fields = new Map<string, string>();
  const found: Record<string, string>[] = [];
  let object: Record<string, string> = {};
  let isListing = false;
  readXml(
    text,
    (path, value) => {
      if (path.startsWith(`${root}/Contents/`)) object[path.slice(`${root}/Contents/`.length)] = value;
      else fields.set(path, value.trim());
    },
    (path) => {
      if (path === root) isListing = true;
      if (path !== `${root}/Contents`) return;
      found.push(object);
      object = {};
    },
  );
  if (!isListing) return undefined;
  const encoding = fields.get(`${root}/EncodingType`) ?? '';
  return {
    objects: found.map(({ Key = '', Size = '', ETag = '', LastModified = '' }) => ({
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

/** Runs in a thread. */
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
