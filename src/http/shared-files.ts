import { Type } from 'typebox';
import type { SharedFiles } from '../files/index.ts';
import { AppError } from '../lib/errors.ts';
import { readRange } from './read-range.ts';
import type { Server } from './server.ts';

/** Types a browser may show in place. Anything else is saved: it could be a page that runs under our name. */
const shownTypes = /^(audio\/[a-z0-9.+-]+|image\/(png|jpeg|gif|webp))$/;

const Params = Type.Object({ fileId: Type.String() });
const Query = Type.Object({ expires: Type.Optional(Type.String()), signature: Type.Optional(Type.String()) });

/** Files by signed address. The address is the key: no other is asked for, so that players can fetch it. */
export const addSharedFiles = (server: Server, { sharedFiles }: { sharedFiles: SharedFiles }): void => {
  server.get(
    '/files/:fileId',
    { schema: { hide: true, params: Params, querystring: Query } },
    async (request, reply) => {
      const { expires = '', signature = '' } = request.query;
      const file = await sharedFiles.open({ fileId: request.params.fileId, expires, signature });
      if (!file) throw new AppError('notFound', 'There is no such file, or its address has expired');
      const isShown = shownTypes.test(file.mediaType);
      reply.headers({
        'Content-Type': isShown ? file.mediaType : 'application/octet-stream',
        'Content-Disposition': `${isShown ? 'inline' : 'attachment'}; filename*=UTF-8''${encodeURIComponent(file.name)}`,
        'X-Content-Type-Options': 'nosniff',
        'Content-Security-Policy': "default-src 'none'; sandbox",
        'Referrer-Policy': 'no-referrer',
        'Accept-Ranges': 'bytes',
        'Cache-Control': 'private, max-age=3600, immutable',
      });
      const range = readRange(request.headers.range, file.bytes.length);
      if (range === undefined) return reply.send(Buffer.from(file.bytes));
      if (range === 'unsatisfiable')
        return reply.code(416).header('Content-Range', `bytes */${file.bytes.length}`).send();
      return reply
        .code(206)
        .header('Content-Range', `bytes ${range.first}-${range.last}/${file.bytes.length}`)
        .send(Buffer.from(file.bytes.subarray(range.first, range.last + 1)));
    },
  );
};
