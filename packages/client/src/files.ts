/** A file to send: a File of a browser, or a name with its content. */
export type FileInput = File | { name: string; data: FileContent };

export type FileContent =
  | Blob
  | ArrayBuffer
  | Uint8Array
  | ReadableStream<Uint8Array>
  | AsyncIterable<Uint8Array>;

const bytesOf = async (data: FileContent): Promise<Uint8Array> => {
  if (data instanceof Uint8Array) return data;
  if (data instanceof ArrayBuffer) return new Uint8Array(data);
  if (data instanceof Blob) return new Uint8Array(await data.arrayBuffer());
  const isStream = typeof ReadableStream !== 'undefined' && data instanceof ReadableStream;
  if (isStream) return new Uint8Array(await new Response(data).arrayBuffer());
  const pieces: Uint8Array[] = [];
  for await (const piece of data as AsyncIterable<Uint8Array>) pieces.push(piece);
  return new Uint8Array(await new Blob(pieces as Uint8Array<ArrayBuffer>[]).arrayBuffer());
};

/** A call of String.fromCharCode takes a limited number of arguments. A multiple of 3, so that pieces can be joined. */
const pieceBytes = 24_576;

const toBase64 = (bytes: Uint8Array): string => {
  let text = '';
  for (let start = 0; start < bytes.length; start += pieceBytes)
    text += btoa(String.fromCharCode(...bytes.subarray(start, start + pieceBytes)));
  return text;
};

/** Name and content of a file as the API takes them. */
export const encodeFile = async (file: FileInput): Promise<{ name: string; base64: string }> => ({
  name: file.name,
  base64: toBase64(await bytesOf(file instanceof Blob ? file : file.data)),
});
