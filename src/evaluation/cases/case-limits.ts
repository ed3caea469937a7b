export const caseLimits = {
  /** Of a set. */
  cases: 10_000,
  nameCharacters: 200,
  turns: 20,
  textCharacters: 20_000,
  filesOfTurn: 9,
  expectations: 20,
  /** Of a text, pattern, reference answer or rubric. */
  expectedCharacters: 10_000,
  patternCharacters: 1000,
  /** Of tool arguments as JSON. */
  argumentCharacters: 10_000,
  argumentDepth: 32,
  topK: 50,
};
