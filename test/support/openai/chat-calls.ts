import assert from 'node:assert/strict';
import type { TestService } from '../service/service.ts';

export const path = '/openai/v1/chat/completions';

export const user = (content: string) => ({ role: 'user', content });

/** All rounds of the service, oldest first. */
export const roundsOf = ({ app }: TestService) =>
  app.db.query
    .selectFrom('rounds')
    .select(['id', 'conversation_id', 'user_id', 'status', 'answer_text', 'replaced_by', 'question_text'])
    .orderBy('created_at')
    .orderBy('sequence')
    .execute();

/** A chat completion that must succeed. */
export const ask = async (service: TestService, body: object, headers: Record<string, string> = {}) => {
  const answer = await service.call('POST', path, body, { headers });
  assert.equal(answer.status, 200, answer.text);
  return answer.body;
};
