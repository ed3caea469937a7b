/**
 * Every file format of the service. A new format needs a row here and a reader in
 * src/recognition/worker/readers.ts, which the compiler requires. The pages import this file too, so it has no
 * imports of its own.
 */
export interface FileFormatRow {
  /** `other`: detected only so that the error can name it. */
  category: 'document' | 'spreadsheet' | 'code' | 'image' | 'audio' | 'other';
  /** Further file extensions, offered in file pickers. The first extension of a format is its name. */
  endings?: readonly string[];
  /** File extensions that are accepted, but not offered. */
  synonyms?: readonly string[];
  /**
   * First bytes as Latin-1, or bytes at an offset. Formats without any are detected by container, structure or
   * name.
   */
  magic?: readonly (string | { offset: number; bytes: string })[];
  /** Text if absent. */
  mediaType?: string;
  /** Kind of document in a knowledge base, and its size limit. If absent, knowledge bases reject it. */
  knowledge?: { kind: 'text' | 'spreadsheet'; maxMb: number };
  /** Offered by the file picker of the chat. Messages accept every format except `other`. */
  isOfferedInChat?: true;
}

const text = { kind: 'text', maxMb: 10 } as const;
/** Formats that contain pictures, attachments or sound besides their text. */
const largeText = { kind: 'text', maxMb: 30 } as const;
const spreadsheet = { kind: 'spreadsheet', maxMb: 10 } as const;
const code = { category: 'code' } as const;
const offeredCode = { category: 'code', isOfferedInChat: true } as const;
const other = { category: 'other' } as const;
const openXml = 'application/vnd.openxmlformats-officedocument';
const openDocument = 'application/vnd.oasis.opendocument';

export const formatTable = {
  pdf: {
    category: 'document',
    mediaType: 'application/pdf',
    knowledge: largeText,
    isOfferedInChat: true,
  },
  txt: { category: 'document', synonyms: ['text', 'log'], knowledge: text, isOfferedInChat: true },
  md: {
    category: 'document',
    synonyms: ['markdown', 'mdown'],
    mediaType: 'text/markdown',
    knowledge: text,
    isOfferedInChat: true,
  },
  doc: { category: 'document', mediaType: 'application/msword', knowledge: text },
  docx: {
    category: 'document',
    mediaType: `${openXml}.wordprocessingml.document`,
    knowledge: text,
    isOfferedInChat: true,
  },
  odt: {
    category: 'document',
    mediaType: `${openDocument}.text`,
    knowledge: text,
    isOfferedInChat: true,
  },
  rtf: {
    category: 'document',
    magic: ['{\\rtf'],
    mediaType: 'application/rtf',
    knowledge: text,
    isOfferedInChat: true,
  },
  pptx: {
    category: 'document',
    mediaType: `${openXml}.presentationml.presentation`,
    knowledge: largeText,
    isOfferedInChat: true,
  },
  odp: {
    category: 'document',
    mediaType: `${openDocument}.presentation`,
    knowledge: largeText,
    isOfferedInChat: true,
  },
  epub: {
    category: 'document',
    mediaType: 'application/epub+zip',
    knowledge: largeText,
    isOfferedInChat: true,
  },
  html: {
    category: 'document',
    endings: ['htm'],
    synonyms: ['xhtml'],
    mediaType: 'text/html',
    knowledge: text,
    isOfferedInChat: true,
  },
  eml: {
    category: 'document',
    mediaType: 'message/rfc822',
    knowledge: largeText,
    isOfferedInChat: true,
  },
  msg: {
    category: 'document',
    mediaType: 'application/vnd.ms-outlook',
    knowledge: largeText,
    isOfferedInChat: true,
  },
  srt: { category: 'document', mediaType: 'application/x-subrip', knowledge: text, isOfferedInChat: true },
  vtt: { category: 'document', mediaType: 'text/vtt', knowledge: text, isOfferedInChat: true },
  xml: {
    category: 'document',
    synonyms: ['xsl', 'xsd', 'svg', 'rss'],
    mediaType: 'application/xml',
    isOfferedInChat: true,
  },
  json: {
    category: 'document',
    endings: ['jsonl'],
    synonyms: ['ndjson', 'geojson'],
    mediaType: 'application/json',
    knowledge: text,
    isOfferedInChat: true,
  },
  tex: { category: 'document', synonyms: ['latex', 'ltx'], isOfferedInChat: true },

  csv: {
    category: 'spreadsheet',
    synonyms: ['tsv', 'tab'],
    mediaType: 'text/csv',
    knowledge: spreadsheet,
    isOfferedInChat: true,
  },
  xls: { category: 'spreadsheet', mediaType: 'application/vnd.ms-excel', knowledge: spreadsheet },
  xlsx: {
    category: 'spreadsheet',
    mediaType: `${openXml}.spreadsheetml.sheet`,
    knowledge: spreadsheet,
    isOfferedInChat: true,
  },
  ods: {
    category: 'spreadsheet',
    mediaType: `${openDocument}.spreadsheet`,
    knowledge: spreadsheet,
    isOfferedInChat: true,
  },

  c: offeredCode,
  h: code,
  cpp: { ...offeredCode, synonyms: ['cc', 'cxx'] },
  hpp: { ...code, synonyms: ['hh'] },
  cs: code,
  java: offeredCode,
  kt: code,
  php: offeredCode,
  py: offeredCode,
  rb: offeredCode,
  go: code,
  rs: code,
  swift: code,
  css: offeredCode,
  scss: code,
  js: { ...offeredCode, synonyms: ['cjs'] },
  jsx: code,
  mjs: code,
  ts: { ...offeredCode, synonyms: ['mts', 'cts'] },
  tsx: code,
  vue: code,
  sh: { ...code, synonyms: ['bash'] },
  sql: code,
  yaml: code,
  yml: code,
  toml: code,
  ini: { ...code, synonyms: ['conf'] },

  jpg: {
    category: 'image',
    endings: ['jpeg'],
    synonyms: ['jpe'],
    magic: ['\xff\xd8\xff'],
    mediaType: 'image/jpeg',
    knowledge: text,
    isOfferedInChat: true,
  },
  png: {
    category: 'image',
    magic: ['\x89PNG'],
    mediaType: 'image/png',
    knowledge: text,
    isOfferedInChat: true,
  },
  gif: {
    category: 'image',
    magic: ['GIF87a', 'GIF89a'],
    mediaType: 'image/gif',
    knowledge: text,
    isOfferedInChat: true,
  },
  webp: { category: 'image', mediaType: 'image/webp', knowledge: text, isOfferedInChat: true },

  mp3: {
    category: 'audio',
    magic: ['ID3'],
    mediaType: 'audio/mpeg',
    knowledge: largeText,
    isOfferedInChat: true,
  },
  wav: {
    category: 'audio',
    synonyms: ['wave'],
    mediaType: 'audio/wav',
    knowledge: largeText,
    isOfferedInChat: true,
  },
  aac: {
    category: 'audio',
    // The contract spells it `.acc`.
    endings: ['acc'],
    mediaType: 'audio/aac',
    knowledge: largeText,
    isOfferedInChat: true,
  },
  m4a: {
    category: 'audio',
    synonyms: ['m4b'],
    mediaType: 'audio/mp4',
    knowledge: largeText,
    isOfferedInChat: true,
  },
  ogg: {
    category: 'audio',
    endings: ['opus'],
    synonyms: ['oga'],
    magic: ['OggS'],
    mediaType: 'audio/ogg',
    knowledge: largeText,
    isOfferedInChat: true,
  },
  flac: {
    category: 'audio',
    magic: ['fLaC'],
    mediaType: 'audio/flac',
    knowledge: largeText,
    isOfferedInChat: true,
  },

  empty: other,
  binary: other,
  zip: { ...other, magic: ['PK\x03\x04', 'PK\x05\x06'] },
  gzip: { ...other, magic: ['\x1f\x8b'] },
  archive: {
    ...other,
    magic: ['7z\xbc\xaf\x27\x1c', 'Rar!\x1a\x07', 'BZh', '\xfd7zXZ', { offset: 257, bytes: 'ustar' }],
  },
  ppt: other,
  ole: { ...other, magic: ['\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1'] },
  bmp: other,
  tiff: { ...other, magic: ['II*\0', 'MM\0*'] },
  heic: other,
  avif: other,
  ico: other,
  psd: { ...other, magic: ['8BPS'] },
  mp4: other,
  program: { ...other, magic: ['\x7fELF', '\xca\xfe\xba\xbe'] },
} as const satisfies Record<string, FileFormatRow>;
