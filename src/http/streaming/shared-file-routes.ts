import { Type } from 'typebox';
import type { SharedFiles } from '../../files/index.ts';
import { AppError } from '../../lib/errors.ts';
import { type Route, route } from '../route.ts';
import type { Downloads } from './downloads.ts';

const Params = Type.Object({ fileId: Type.String() });
const Query = Type.Object({ expires: Type.Optional(Type.String()), signature: Type.Optional(Type.String()) });

interface SharedFileDependencies {
  sharedFiles: SharedFiles;
  downloads: Downloads;
}

/** Files by signed URL. The signature is the only credential, so that media players can fetch them. */
export const createSharedFileRoutes = ({ sharedFiles, downloads }: SharedFileDependencies): Route[] => [
  route({
    method: 'GET',
    url: '/files/:fileId',
    public: true,
    schema: { hide: true, params: Params, querystring: Query },
    handler: async (request, reply) => {
      const { expires = '', signature = '' } = request.query;
      const file = await sharedFiles.open({ fileId: request.params.fileId, expires, signature });
      if (!file)
        throw new AppError(
          'notFound',
          'There is no such file: it was deleted, for example by the data retention of its agent, or its address has expired',
        );
      reply.header('Cache-Control', 'private, max-age=3600, immutable');
      return downloads.file(request, reply, file, { mayBeShown: true });
    },
  }),
];
