import { readFile } from 'node:fs/promises';
import { type Static, Type } from 'typebox';
import { maxPublicNameLength, type OperatorProfiles, picturePath } from '../../../accounts/index.ts';
import { maxImageBytes } from '../../../images/index.ts';
import { AppError } from '../../../lib/errors.ts';
import type { FreeDisk } from '../../../lib/free-disk.ts';
import { type Route, route } from '../../route.ts';
import { personOf } from '../access/operator-guard.ts';
import type { RouteDependencies } from '../console-dependencies.ts';
import { fileBody, withFileBody } from '../wire/raw-body.ts';
import { Done } from '../wire/wire-schemas.ts';

const tags = ['Account'];
const url = '/account/profile';

const MyProfile = Type.Object(
  {
    publicName: Type.String({ description: 'Empty: the chat shows "Support" in the language of the user' }),
    picture: Type.Union([Type.String(), Type.Null()], {
      description: 'Path on this service. It changes with the picture',
    }),
  },
  { title: 'MyProfile' },
);

interface ProfileRouteDependencies {
  operatorProfiles: OperatorProfiles;
  uploadFolder: string;
  freeDisk: FreeDisk;
}

/** How users see an operator who answers them in the inbox. */
export const createProfileRoutes = ({
  db,
  operatorProfiles,
  operators,
  uploadFolder,
  freeDisk,
  write,
}: RouteDependencies & ProfileRouteDependencies): Route[] => {
  const show = async (operatorId: string): Promise<Static<typeof MyProfile>> => {
    const { publicName, pictureId } = await operatorProfiles.find(db.query, operatorId);
    return { publicName, picture: pictureId === null ? null : picturePath(pictureId) };
  };

  return [
    route({
      method: 'GET',
      url,
      permission: 'signed-in',
      schema: {
        tags,
        summary: 'Get my public profile',
        description:
          'How users see you when you answer them in the inbox. Only for people, not for operator tokens.',
        operationId: 'getMyProfile',
        response: { 200: MyProfile },
      },
      handler: (request) => show(personOf(request).id),
    }),

    route({
      method: 'PUT',
      url,
      permission: 'signed-in',
      audit: 'operator.update',
      schema: {
        tags,
        summary: 'Change my public name',
        description:
          'Applies to your next messages. Earlier messages keep the name with which they were sent.',
        operationId: 'changeMyProfile',
        body: Type.Object({
          publicName: Type.String({
            maxLength: 1000,
            description: `At most ${maxPublicNameLength} characters. Empty: users see no name`,
          }),
        }),
        response: { 200: MyProfile },
      },
      handler: async (request, _reply, record) => {
        const { id } = personOf(request);
        await write(async (tx) => {
          const { before, after } = await operatorProfiles.setPublicName(tx, id, request.body.publicName);
          await record(tx, { targetId: id, changes: { publicName: [before, after] } });
        });
        return show(id);
      },
    }),

    route({
      method: 'PUT',
      url: `${url}/picture`,
      permission: 'signed-in',
      takesFile: true,
      audit: 'operator.update',
      schema: {
        tags,
        summary: 'Set my picture',
        description:
          'The request body is the file, as application/octet-stream: PNG, JPEG, WebP or GIF (its first frame), detected from the content, at most 5 MB and 25 million pixels. It is scaled down and encoded again. The previous picture is deleted.',
        operationId: 'setMyPicture',
        requestBody: fileBody,
        response: { 200: MyProfile },
      },
      handler: async (request, _reply, record) => {
        const { id } = personOf(request);
        const { replace, size } = await withFileBody(
          request,
          { folder: uploadFolder, maxBytes: maxImageBytes, freeDisk },
          async (source) => operatorProfiles.preparePicture(id, await readFile(source.path)),
        );
        await write(async (tx) => {
          // The account may have been deleted meanwhile.
          if (!(await operators.findById(tx, id))) throw new AppError('notFound');
          await replace(tx);
          await record(tx, { targetId: id, changes: { picture: [null, size] } });
        });
        return show(id);
      },
    }),

    route({
      method: 'DELETE',
      url: `${url}/picture`,
      permission: 'signed-in',
      audit: 'operator.update',
      schema: {
        tags,
        summary: 'Remove my picture',
        description: 'Its URL answers 404 from then on.',
        operationId: 'removeMyPicture',
        response: { 204: Done },
      },
      handler: async (request, reply, record) => {
        const { id } = personOf(request);
        await write(async (tx) => {
          if (!(await operatorProfiles.removePicture(tx, id)))
            throw new AppError('notFound', 'You have no picture');
          await record(tx, { targetId: id, changes: { picture: ['picture', null] } });
        });
        return reply.status(204).send(null);
      },
    }),
  ];
};
