/** Shell commands that start a conversation and send a message. */
export const callSnippet = (origin: string): string =>
  [
    `conversation=$(curl -s ${origin}/v1/conversation -H "Authorization: Bearer $KEY" \\`,
    `  -H 'Content-Type: application/json' -d '{"user_id":"ada"}' | sed 's/.*:"\\(.*\\)".*/\\1/')`,
    `curl -N ${origin}/v2/conversation/message -H "Authorization: Bearer $KEY" \\`,
    "  -H 'Content-Type: application/json' \\",
    `  -d '{"conversation_id":"'$conversation'","response_mode":"streaming","messages":[{"role":"user","content":"Hello!"}]}'`,
  ].join('\n');
