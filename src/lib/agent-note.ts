/** Starts an operator's note to the agent in the text of a round. What follows it is not for users. */
export const agentNoteMark = '[Note for the assistant, which the user has not seen]';

/** The text before the first note. */
export const withoutAgentNotes = (text: string): string => {
  const start = text.indexOf(agentNoteMark);
  return start === -1 ? text : text.slice(0, start).trimEnd();
};
