import { readFile } from 'node:fs/promises';
import { Type } from 'typebox';
import { type AgentImages, imagePurposes, type ShownImages } from '../../../agents/index.ts';
import { maxImageBytes } from '../../../images/index.ts';
import { AppError } from '../../../lib/errors.ts';
import type { FreeDisk } from '../../../lib/free-disk.ts';
import { type Route, route } from '../../route.ts';
import { oneOf } from '../../schema.ts';
import { findAgentOf } from '../access/find-agent.ts';
import type { RouteDependencies } from '../console-dependencies.ts';
import { fileBody, withFileBody } from '../wire/raw-body.ts';
import { AgentParams, Done } from '../wire/wire-schemas.ts';

const tags = ['Agents'];
const path = '/workspaces/:workspaceId/agents/:agentId/images';
const imagePath = `${path}/:purpose`;

const Image = Type.Union([
  Type.Object({
    path: Type.String({ description: 'Path on this service. It changes with the content' }),
    width: Type.Integer(),
    height: Type.Integer(),
  }),
  Type.Null(),
]);
const Images = Type.Object({ logo: Image, avatar: Image }, { title: 'AgentImages' });
const ImageParams = Type.Object({ ...AgentParams.properties, purpose: oneOf(imagePurposes) });

interface ImageRouteDependencies {
  agentImages: AgentImages;
  uploadFolder: string;
  freeDisk: FreeDisk;
}

/** Logo and avatar of an agent. A change applies at once. */
export const createAgentImageRoutes = ({
  agents,
  agentImages,
  uploadFolder,
  freeDisk,
  write,
}: RouteDependencies & ImageRouteDependencies): Route[] => [
  route({
    method: 'GET',
    url: path,
    permission: 'agent:read',
    schema: {
      tags,
      summary: 'Get the images of an agent',
      description:
        'The logo is shown in the header of the chat, the avatar beside messages of the agent and in the button of the widget.',
      operationId: 'getAgentImages',
      params: AgentParams,
      response: { 200: Images },
    },
    handler: async (request): Promise<ShownImages> =>
      agentImages.find((await findAgentOf(agents, request)).id),
  }),

  route({
    method: 'PUT',
    url: imagePath,
    permission: 'agent:write',
    takesFile: true,
    audit: 'agent.set-image',
    schema: {
      tags,
      summary: 'Set an image of an agent',
      description:
        'The request body is the file, as application/octet-stream: PNG, JPEG, WebP or GIF (its first frame), detected from the content, at most 5 MB and 25 million pixels. It is scaled down and encoded again. The previous image is deleted.',
      operationId: 'setAgentImage',
      params: ImageParams,
      requestBody: fileBody,
      response: { 200: Images },
    },
    handler: async (request, _reply, record): Promise<ShownImages> => {
      const agent = await findAgentOf(agents, request);
      const { purpose } = request.params;
      const { replace, changes } = await withFileBody(
        request,
        { folder: uploadFolder, maxBytes: maxImageBytes, freeDisk },
        async (source) => agentImages.prepare(agent, purpose, await readFile(source.path)),
      );
      await write(async (tx) => {
        // The agent may have been deleted meanwhile.
        if ((await agents.findIn(tx, agent.id))?.deleted !== false) throw new AppError('notFound');
        await replace(tx);
        await record(tx, { targetId: agent.id, changes });
      });
      return agentImages.find(agent.id);
    },
  }),

  route({
    method: 'DELETE',
    url: imagePath,
    permission: 'agent:write',
    audit: 'agent.remove-image',
    schema: {
      tags,
      summary: 'Remove an image of an agent',
      description: 'Its URL answers 404 from then on.',
      operationId: 'removeAgentImage',
      params: ImageParams,
      response: { 204: Done },
    },
    handler: async (request, reply, record) => {
      const agent = await findAgentOf(agents, request);
      const { purpose } = request.params;
      await write(async (tx) => {
        if (!(await agentImages.remove(tx, agent.id, purpose)))
          throw new AppError('notFound', `The agent has no ${purpose}`);
        await record(tx, { targetId: agent.id, changes: { [purpose]: [purpose, null] } });
      });
      return reply.status(204).send(null);
    },
  }),
];
