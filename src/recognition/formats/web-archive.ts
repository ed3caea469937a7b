interface MailPart {
  type: string;
  encoding: string;
  body: string;
}

const headerValue = (headers: string, name: string): string =>
  new RegExp(`^${name}:\\s*([^\\n]*)`, 'im').exec(headers)?.[1]?.trim() ?? '';

const unfold = (headers: string): string => headers.replace(/\r?\n[ \t]+/g, ' ').replaceAll('\r', '');

const splitHeaders = (text: string): { headers: string; body: string } => {
  const end = /\r?\n\r?\n/.exec(text);
  if (!end) return { headers: '', body: text };
  return { headers: unfold(text.slice(0, end.index)), body: text.slice(end.index + end[0].length) };
};

const fromQuotedPrintable = (body: string): string =>
  body
    .replace(/=[ \t]*\r?\n/g, '')
    .replace(/=([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));

const decodeBody = ({ encoding, body }: MailPart): string => {
  if (/quoted-printable/i.test(encoding)) return fromQuotedPrintable(body);
  if (/base64/i.test(encoding)) return Buffer.from(body, 'base64').toString('latin1');
  return body;
};

/** The page of a web archive with its charset. Undefined if the file is not a web archive. */
export const pageOfWebArchive = (
  bytes: Uint8Array,
): { bytes: Uint8Array; charset: string | undefined } | undefined => {
  const file = Buffer.from(bytes).toString('latin1');
  const { headers, body } = splitHeaders(file.trimStart());
  const boundary = /boundary\s*=\s*(?:"([^"]+)"|([^\s;]+))/i.exec(headerValue(headers, 'Content-Type'));
  const mark = boundary?.[1] ?? boundary?.[2];
  if (mark === undefined) return undefined;
  const page = body
    .split(`--${mark}`)
    .map((text) => {
      const part = splitHeaders(text.trimStart());
      const type = headerValue(part.headers, 'Content-Type');
      return { type, encoding: headerValue(part.headers, 'Content-Transfer-Encoding'), body: part.body };
    })
    .find(({ type }) => /^text\/html/i.test(type));
  if (!page) return undefined;
  return {
    bytes: Buffer.from(decodeBody(page), 'latin1'),
    charset: /charset\s*=\s*"?([\w.:-]+)/i.exec(page.type)?.[1],
  };
};
