import { Type } from 'typebox';
import { type Corrections, correctionLimits, scopeOfCorrections } from '../../../corrections/index.ts';
import { type Route, route } from '../../route.ts';
import { findAgentOf } from '../access/find-agent.ts';
import type { RouteDependencies } from '../console-dependencies.ts';
import { AgentParams } from '../wire/wire-schemas.ts';
import {
  CorrectionView,
  correctionsPath,
  presentCorrection,
  correctionTags as tags,
} from './correction-view.ts';

const timeoutMs = 10_000;
const mostMatches = 5;

/** Which correction a question would get. */
export const createCorrectionMatchRoutes = ({
  corrections,
  agents,
}: RouteDependencies & { corrections: Corrections }): Route[] => [
  route({
    method: 'POST',
    url: `${correctionsPath}/match`,
    permission: 'knowledge:read',
    audit: 'none',
    schema: {
      tags,
      summary: 'Get the corrections for a question',
      description:
        'The five most similar corrections, also those below the threshold and those that are switched off, best first. `applied` is the one that a round would use, as the first message of a conversation. Also shows near-duplicates before a correction is saved.',
      operationId: 'matchCorrections',
      params: AgentParams,
      body: Type.Object({
        question: Type.String({ minLength: 1, maxLength: correctionLimits.questionCharacters }),
        groupIds: Type.Optional(
          Type.Array(Type.String({ maxLength: 100 }), {
            maxItems: 1000,
            description: 'Knowledge scope of a call: only corrections of these knowledge bases',
          }),
        ),
      }),
      response: {
        200: Type.Object(
          {
            mode: Type.Union([Type.Literal('answer'), Type.Literal('passage'), Type.Literal('off')]),
            threshold: Type.Number(),
            items: Type.Array(
              Type.Object({
                correction: CorrectionView,
                score: Type.Number({ description: 'From 0 to 1' }),
                comparedBy: Type.Union([Type.Literal('meaning'), Type.Literal('words')], {
                  description:
                    'words: the embedding model does not know the language, or the correction is not embedded yet',
                }),
                applied: Type.Boolean(),
              }),
            ),
          },
          { title: 'CorrectionMatches' },
        ),
      },
    },
    handler: async (request) => {
      const agent = await findAgentOf(agents, request);
      const { question, groupIds } = request.body;
      const { mode, threshold } = agent.settings.corrections;
      const found = await corrections.similar({
        agent,
        question,
        scope: scopeOfCorrections(groupIds && { groupIds }, agent.settings.knowledge),
        limit: mostMatches,
        withDisabled: true,
        signal: AbortSignal.timeout(timeoutMs),
      });
      const best = found.find(({ correction }) => correction.isEnabled);
      const isApplied = mode !== 'off' && best !== undefined && best.score >= threshold;
      return {
        mode,
        threshold,
        items: found.map(({ correction, score, comparedBy }) => ({
          correction: presentCorrection(correction),
          score,
          comparedBy,
          applied: isApplied && correction.id === best.correction.id,
        })),
      };
    },
  }),
];
