import type { FastifyReply, FastifyRequest } from 'fastify';
import type { OpenFile } from '../../files/index.ts';
import { contentDisposition } from './content-disposition.ts';
import { createDownloadSlots } from './download-slots.ts';
import { readRange } from './read-range.ts';
import { sendPieces } from './send-pieces.ts';

/** Types that a browser may display. Others are saved, because they could be a page that runs with our origin. */
const shownTypes = /^(audio\/[a-z0-9.+-]+|image\/(png|jpeg|gif|webp))$/;

interface FileOptions {
  /** Displayed if its type is harmless, otherwise saved. */
  mayBeShown: boolean;
  name?: string;
}

/** Whether a header with entity tags contains this one. */
const names = (header: string | undefined, etag: string): boolean =>
  (header ?? '').split(',').some((one) => one.trim() === '*' || one.trim().replace(/^W\//, '') === etag);

/** All downloads of the service: stored files and exports. Limited in memory and number. */
export const createDownloads = ({ mostPerAddress }: { mostPerAddress: number }) => {
  const slots = createDownloadSlots(mostPerAddress);

  const describe = (reply: FastifyReply, file: OpenFile, { mayBeShown, name }: FileOptions): string => {
    const isShown = mayBeShown && shownTypes.test(file.mediaType);
    const etag = `"${file.sha256}"`;
    reply.headers({
      'Content-Type': isShown ? file.mediaType : 'application/octet-stream',
      'Content-Disposition': contentDisposition(isShown ? 'inline' : 'attachment', name ?? file.name),
      'X-Content-Type-Options': 'nosniff',
      'Content-Security-Policy': "default-src 'none'; sandbox",
      'Referrer-Policy': 'no-referrer',
      'Accept-Ranges': 'bytes',
      ETag: etag,
    });
    return etag;
  };

  return {
    /** A stored file or the requested range. Only what is sent is read. */
    file: async (
      request: FastifyRequest,
      reply: FastifyReply,
      file: OpenFile,
      options: FileOptions,
    ): Promise<FastifyReply> => {
      const etag = describe(reply, file, options);
      if (names(request.headers['if-none-match'], etag)) return reply.code(304).send();
      const ifRange = request.headers['if-range'];
      const { sizeBytes } = file;
      const range =
        ifRange === undefined || ifRange === etag ? readRange(request.headers.range, sizeBytes) : undefined;
      if (range === 'unsatisfiable')
        return reply.code(416).header('Content-Range', `bytes */${sizeBytes}`).send();
      const { first, last } = range ?? { first: 0, last: sizeBytes - 1 };
      if (range) reply.code(206).header('Content-Range', `bytes ${first}-${last}/${sizeBytes}`);
      reply.header('Content-Length', String(last - first + 1));
      slots.take(request, reply);
      await sendPieces(reply, file.pieces(first, last));
      return reply;
    },

    /** An attachment of unknown size, generated while it is sent. */
    text: async (
      request: FastifyRequest,
      reply: FastifyReply,
      text: AsyncIterable<string>,
      { name, mediaType }: { name: string; mediaType: string },
    ): Promise<FastifyReply> => {
      slots.take(request, reply);
      reply.headers({
        'Content-Type': mediaType,
        'Content-Disposition': contentDisposition('attachment', name),
        'X-Content-Type-Options': 'nosniff',
      });
      await sendPieces(reply, text);
      return reply;
    },
  };
};

export type Downloads = ReturnType<typeof createDownloads>;
