import { Type } from 'typebox';
import type { SharedFiles } from '../files/index.ts';
import { AppError } from '../lib/errors.ts';
import type { Server } from './server/server.ts';
import type { Downloads } from './streaming/index.ts';

const Params = Type.Object({ fileId: Type.String() });
const Query = Type.Object({ expires: Type.Optional(Type.String()), signature: Type.Optional(Type.String()) });

interface SharedFileDependencies {
  sharedFiles: SharedFiles;
  downloads: Downloads;
}

/** Files by signed address. The address is the key: no other is asked for, so that players can fetch it. */
export const addSharedFiles = (server: Server, { sharedFiles, downloads }: SharedFileDependencies): void => {
  server.get(
    '/files/:fileId',
    { schema: { hide: true, params: Params, querystring: Query } },
    async (request, reply) => {
      const { expires = '', signature = '' } = request.query;
      const file = await sharedFiles.open({ fileId: request.params.fileId, expires, signature });
      if (!file) throw new AppError('notFound', 'There is no such file, or its address has expired');
      reply.header('Cache-Control', 'private, max-age=3600, immutable');
      return downloads.file(request, reply, file, { mayBeShown: true });
    },
  );
};
