import { makeZip, type ZipPart } from './make-zip.ts';

const namespaces = [
  ...['office', 'style', 'text', 'table', 'presentation'].map(
    (name) => [name, `urn:oasis:names:tc:opendocument:xmlns:${name}:1.0`] as const,
  ),
  ['draw', 'urn:oasis:names:tc:opendocument:xmlns:drawing:1.0'] as const,
  ['xlink', 'http://www.w3.org/1999/xlink'] as const,
]
  .map(([prefix, uri]) => `xmlns:${prefix}="${uri}"`)
  .join(' ');

/** An OpenDocument file with this content in its body. */
export const makeOpenDocument = (
  kind: 'text' | 'spreadsheet' | 'presentation',
  body: string,
  { styles = '', manifest = '', declaration = '' } = {},
): Buffer => {
  const parts: ZipPart[] = [
    { name: 'mimetype', data: `application/vnd.oasis.opendocument.${kind}`, isStored: true },
    {
      name: 'content.xml',
      data: `<?xml version="1.0"?>${declaration}<office:document-content ${namespaces}><office:automatic-styles>${styles}</office:automatic-styles><office:body><office:${kind}>${body}</office:${kind}></office:body></office:document-content>`,
    },
    { name: 'META-INF/manifest.xml', data: `<manifest:manifest>${manifest}</manifest:manifest>` },
  ];
  return makeZip(parts);
};
