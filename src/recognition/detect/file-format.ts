/** Text kinds that only a name can tell apart. Each is its own format on the way out. */
const codeFormats = [
  'c',
  'h',
  'cpp',
  'hpp',
  'cs',
  'java',
  'kt',
  'php',
  'py',
  'rb',
  'go',
  'rs',
  'swift',
  'css',
  'scss',
  'js',
  'jsx',
  'mjs',
  'ts',
  'tsx',
  'vue',
  'sh',
  'sql',
  'yaml',
  'yml',
  'toml',
  'ini',
] as const;

const readableFormats = {
  document: ['pdf', 'doc', 'docx', 'pptx', 'html', 'xml', 'json', 'txt', 'md', 'tex', 'rtf'],
  spreadsheet: ['csv', 'xls', 'xlsx'],
  code: codeFormats,
  image: ['jpg', 'png', 'gif', 'webp'],
  audio: ['mp3', 'wav', 'aac'],
} as const;

/** Known by their bytes so that the refusal can name them. */
const unreadableFormats = [
  'empty',
  'binary',
  'zip',
  'gzip',
  'archive',
  'ppt',
  'ole',
  'odt',
  'ods',
  'odp',
  'epub',
  'bmp',
  'tiff',
  'heic',
  'avif',
  'ico',
  'psd',
  'mp4',
  'm4a',
  'ogg',
  'flac',
  'program',
] as const;

export type ReadableCategory = keyof typeof readableFormats;
export type FileCategory = ReadableCategory | 'other';
export type FileFormat =
  | (typeof readableFormats)[ReadableCategory][number]
  | (typeof unreadableFormats)[number];

const categories = new Map<string, ReadableCategory>(
  Object.entries(readableFormats).flatMap(([category, formats]) =>
    formats.map((format): [string, ReadableCategory] => [format, category as ReadableCategory]),
  ),
);

export const categoryOf = (format: FileFormat): FileCategory => categories.get(format) ?? 'other';

const isReadable = (format: string): format is FileFormat => categories.has(format);

const synonyms: Record<string, FileFormat> = {
  text: 'txt',
  log: 'txt',
  markdown: 'md',
  mdown: 'md',
  htm: 'html',
  xhtml: 'html',
  jpeg: 'jpg',
  jpe: 'jpg',
  tsv: 'csv',
  tab: 'csv',
  latex: 'tex',
  ltx: 'tex',
  jsonl: 'json',
  ndjson: 'json',
  geojson: 'json',
  xsl: 'xml',
  xsd: 'xml',
  svg: 'xml',
  rss: 'xml',
  cc: 'cpp',
  cxx: 'cpp',
  hh: 'hpp',
  cjs: 'js',
  mts: 'ts',
  cts: 'ts',
  bash: 'sh',
  conf: 'ini',
  wave: 'wav',
  // The contract spells it `.acc`.
  acc: 'aac',
};

/** The format a name's ending or a declared format speaks of, or undefined. */
export const formatOfName = (name: string | undefined): FileFormat | undefined => {
  const ending = name?.trim().toLowerCase().split('.').pop() ?? '';
  return Object.hasOwn(synonyms, ending) ? synonyms[ending] : isReadable(ending) ? ending : undefined;
};
