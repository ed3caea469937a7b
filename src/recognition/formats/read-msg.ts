import { CFB } from '@e965/xlsx';
import { htmlBody, type Mail, plainBody, writeMail } from '../mail/write-mail.ts';
import type { Reading } from '../recognised.ts';
import { RecognitionError } from '../recognition-error.ts';
import { decodeText } from '../text/decode-text.ts';
import type { FileToRead, InnerFile, ReaderContext } from '../worker/readers.ts';

/** Ids of properties, as in the names of the streams. */
const ids = {
  subject: '0037',
  body: '1000',
  html: '1013',
  senderName: '0C1A',
  senderAddress: '5D01',
  otherSenderAddress: '0C1F',
  to: '0E04',
  cc: '0E03',
  messageClass: '001A',
  attachmentData: '3701',
  attachmentLongName: '3707',
  attachmentName: '3704',
} as const;

const submitTimeTag = 0x00390040;
const deliveryTimeTag = 0x0e060040;

type Streams = ReadonlyMap<string, Uint8Array>;

/** Messages inside messages are storages of the same file. */
const mostDepth = 3;
const attachmentFolder = /^__attach_version1\.0_#[0-9A-F]{8}\//i;
const embeddedFolder = '__substg1.0_3701000D/';

/** The library has no types for its reader of compound files. */
interface CompoundFile {
  FullPaths: string[];
  FileIndex: { type: number; content?: Uint8Array }[];
}
const streamType = 2;
/** Each attachment has about ten. */
const mostStreams = 20_000;

const openFile = (bytes: Uint8Array): CompoundFile => {
  try {
    return CFB.read(Buffer.from(bytes), { type: 'buffer' }) as CompoundFile;
  } catch (error) {
    throw new RecognitionError('damaged', undefined, { cause: error });
  }
};

const openStreams = (bytes: Uint8Array): Streams => {
  const { FullPaths: paths, FileIndex: entries } = openFile(bytes);
  if (paths.length > mostStreams) throw new RecognitionError('too-complex', 'The e-mail has too many parts');
  const streams = new Map<string, Uint8Array>();
  paths.forEach((path, index) => {
    const { type, content } = entries[index] ?? {};
    if (type === streamType && content)
      streams.set(path.slice(path.indexOf('/') + 1), Uint8Array.from(content));
  });
  return streams;
};

/** The streams of a folder, with names inside it. */
const below = (streams: Streams, folder: string): Streams =>
  new Map(
    [...streams]
      .filter(([path]) => path.startsWith(folder))
      .map(([path, content]) => [path.slice(folder.length), content]),
  );

const textOf = (streams: Streams, id: string): string => {
  const wide = streams.get(`__substg1.0_${id}001F`);
  if (wide) return new TextDecoder('utf-16le').decode(wide).replace(/\0+$/, '');
  const narrow = streams.get(`__substg1.0_${id}001E`);
  return narrow ? decodeText(narrow).replace(/\0+$/, '') : '';
};

/** Times are in the table of properties: 100 nanoseconds since 1601. */
const sentAt = (streams: Streams, headerBytes: number): string => {
  const table = Buffer.from(streams.get('__properties_version1.0') ?? []);
  const times = new Map<number, bigint>();
  for (let at = headerBytes; at + 16 <= table.length; at += 16) {
    const tag = table.readUInt32LE(at);
    if (tag === submitTimeTag || tag === deliveryTimeTag) times.set(tag, table.readBigUInt64LE(at + 8));
  }
  const ticks = times.get(submitTimeTag) ?? times.get(deliveryTimeTag);
  if (ticks === undefined) return '';
  const date = new Date(Number(ticks / 10_000n) - 11_644_473_600_000);
  return Number.isNaN(date.getTime()) ? '' : `${date.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
};

const declaredCharset = /<meta[^>]+charset\s*=\s*["']?\s*([\w.:-]+)/i;

const bodyOf = (streams: Streams): string => {
  const html = streams.get(`__substg1.0_${ids.html}0102`);
  const htmlText = html
    ? decodeText(html, declaredCharset.exec(Buffer.from(html.subarray(0, 8192)).toString('latin1'))?.[1])
    : textOf(streams, ids.html);
  const written = htmlText === '' ? '' : htmlBody(htmlText);
  return written.trim() === '' ? plainBody(textOf(streams, ids.body)) : written;
};

interface Attachments {
  files: InnerFile[];
  messages: { name: string; streams: Streams }[];
}

const attachmentsOf = (streams: Streams): Attachments => {
  const folders = new Set([...streams.keys()].flatMap((path) => attachmentFolder.exec(path)?.[0] ?? []));
  const found: Attachments = { files: [], messages: [] };
  for (const folder of folders) {
    const inside = below(streams, folder);
    const name = textOf(inside, ids.attachmentLongName) || textOf(inside, ids.attachmentName);
    const bytes = inside.get(`__substg1.0_${ids.attachmentData}0102`);
    if (bytes) found.files.push({ bytes, name: name || undefined });
    else if ([...inside.keys()].some((path) => path.startsWith(embeddedFolder)))
      found.messages.push({ name, streams: below(inside, embeddedFolder) });
  }
  return found;
};

const senderOf = (streams: Streams): string => {
  const [name, address] = [
    textOf(streams, ids.senderName),
    textOf(streams, ids.senderAddress) || textOf(streams, ids.otherSenderAddress),
  ];
  if (!address.includes('@') || name === address) return name || address;
  return name === '' ? address : `${name} <${address}>`;
};

const readMessage = async (
  streams: Streams,
  readInner: ReaderContext['readInner'],
  depth: number,
): Promise<Reading> => {
  if (depth > mostDepth) throw new RecognitionError('too-complex', 'The e-mail is nested too deeply');
  if (/smime(?!\.MultipartSigned)/i.test(textOf(streams, ids.messageClass)))
    throw new RecognitionError('encrypted', 'The e-mail is encrypted');
  const { files, messages } = attachmentsOf(streams);
  const mail: Mail = {
    subject: textOf(streams, ids.subject).replace(/\s+/g, ' ').trim(),
    fields: [
      ['From', senderOf(streams)],
      ['To', textOf(streams, ids.to)],
      ['Cc', textOf(streams, ids.cc)],
      ['Date', sentAt(streams, depth === 0 ? 32 : 24)],
    ],
    body: bodyOf(streams).trim(),
    attachments: files,
  };
  const written = await writeMail(mail, readInner);
  const warnings = [...(written.warnings ?? [])];
  const blocks = [written.markdown];
  for (const { name, streams: inner } of messages) {
    const label = name || 'message';
    try {
      const read = await readMessage(inner, readInner, depth + 1);
      blocks.push(`## Attachment: ${label}`, read.markdown);
      warnings.push(...(read.warnings ?? []));
    } catch (error) {
      if (!(error instanceof RecognitionError)) throw error;
      warnings.push(`The attachment "${label}" was not read: ${error.message}`);
    }
  }
  return { kind: 'markdown', markdown: blocks.join('\n\n'), warnings };
};

/** A message of Outlook with its attachments. */
export const readMsg = (file: FileToRead, readInner: ReaderContext['readInner']): Promise<Reading> =>
  readMessage(openStreams(file.bytes), readInner, 0);
