import { checkPattern } from '../../flows/check-pattern.ts';
import { findSchemaProblem } from '../../lib/sandbox/schema-limits.ts';
import { caseLimits } from './case-limits.ts';
import { defaultThreshold, type Expectation, type ExpectationType } from './expectation.ts';
import type { CaseContent, TestFile, TestTurn } from './test-case.ts';

type Json = Record<string, unknown>;

/** A field of a case breaks a rule. */
export class CaseProblem extends Error {
  override readonly name = 'CaseProblem';
  readonly field: string;
  readonly rule: string;
  constructor(field: string, rule: string) {
    super(`${field} ${rule}`);
    this.field = field;
    this.rule = rule;
  }
}

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const requireObject = (value: unknown, field: string): Json => {
  if (!isObject(value)) throw new CaseProblem(field, 'must be an object');
  return value;
};

const requireList = (value: unknown, field: string, most: number): unknown[] => {
  if (!Array.isArray(value)) throw new CaseProblem(field, 'must be a list');
  if (value.length > most) throw new CaseProblem(field, `must have at most ${most} entries`);
  return value;
};

const requireOnly = (value: Json, names: readonly string[], field: string): void => {
  const unknown = Object.keys(value).find((name) => !names.includes(name));
  if (unknown !== undefined)
    throw new CaseProblem(field, `must not have the field ${JSON.stringify(unknown.slice(0, 100))}`);
};

/** PostgreSQL cannot store NUL. */
const readText = (value: unknown, field: string, most: number): string => {
  if (typeof value !== 'string') throw new CaseProblem(field, 'must be text');
  if (value.length > most) throw new CaseProblem(field, `must have at most ${most} characters`);
  return value.replaceAll('\0', '').toWellFormed();
};

const requireText = (value: unknown, field: string, most: number = caseLimits.expectedCharacters): string => {
  const text = readText(value, field, most);
  if (text.trim() === '') throw new CaseProblem(field, 'must not be empty');
  return text;
};

const requireNumber = (value: unknown, field: string, [least, most]: [number, number]): number => {
  if (typeof value !== 'number' || !Number.isFinite(value) || value < least || value > most)
    throw new CaseProblem(field, `must be a number from ${least} to ${most}`);
  return value;
};

const requireInteger = (value: unknown, field: string, range: [number, number]): number => {
  const number = requireNumber(value, field, range);
  if (!Number.isInteger(number)) throw new CaseProblem(field, 'must be a whole number');
  return number;
};

const requireFlag = (value: unknown, field: string): boolean => {
  if (typeof value !== 'boolean') throw new CaseProblem(field, 'must be true or false');
  return value;
};

const requirePattern = (value: unknown, field: string): string => {
  const pattern = requireText(value, field, caseLimits.patternCharacters);
  const problem = checkPattern(pattern);
  if (problem !== undefined) throw new CaseProblem(field, `is not a usable pattern: ${problem}`);
  return pattern;
};

const requireSchema = (value: unknown, field: string): Json => {
  const schema = requireObject(value, field);
  const problem = findSchemaProblem(schema);
  if (problem !== undefined) throw new CaseProblem(field, problem);
  return schema;
};

const isDeeperThan = (value: unknown, levels: number): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (levels === 0 || Object.values(value).some((part) => isDeeperThan(part, levels - 1)));

const requireArguments = (value: unknown, field: string): Json => {
  const given = requireObject(value, field);
  if (isDeeperThan(given, caseLimits.argumentDepth))
    throw new CaseProblem(field, `must be nested at most ${caseLimits.argumentDepth} levels deep`);
  if (JSON.stringify(given).length > caseLimits.argumentCharacters)
    throw new CaseProblem(field, `must have at most ${caseLimits.argumentCharacters} characters as JSON`);
  return given;
};

/** An expectation without its turn. */
type Bare<Type extends ExpectationType> = Omit<Extract<Expectation, { type: Type }>, 'turn'>;

/** The fields of each type, and how they are read. */
const readers: { [Type in ExpectationType]: (given: Json, field: string) => Bare<Type> } = {
  contains: ({ text }, field) => ({ type: 'contains', text: requireText(text, `${field}.text`) }),
  'not-contains': ({ text }, field) => ({ type: 'not-contains', text: requireText(text, `${field}.text`) }),
  pattern: ({ pattern }, field) => ({
    type: 'pattern',
    pattern: requirePattern(pattern, `${field}.pattern`),
  }),
  'json-schema': ({ schema }, field) => ({
    type: 'json-schema',
    schema: requireSchema(schema, `${field}.schema`),
  }),
  cites: ({ document }, field) => ({
    type: 'cites',
    document: requireText(document, `${field}.document`, 500),
  }),
  retrieves: ({ document, topK }, field) => ({
    type: 'retrieves',
    document: requireText(document, `${field}.document`, 500),
    topK: requireInteger(topK, `${field}.topK`, [1, caseLimits.topK]),
  }),
  handoff: ({ expected }, field) => ({
    type: 'handoff',
    expected: requireFlag(expected, `${field}.expected`),
  }),
  'calls-tool': ({ tool, arguments: given }, field) => ({
    type: 'calls-tool',
    tool: requireText(tool, `${field}.tool`, 128),
    ...(given === undefined ? {} : { arguments: requireArguments(given, `${field}.arguments`) }),
  }),
  refuses: ({ expected }, field) => ({
    type: 'refuses',
    expected: requireFlag(expected, `${field}.expected`),
  }),
  similar: ({ reference, threshold = defaultThreshold }, field) => ({
    type: 'similar',
    reference: requireText(reference, `${field}.reference`),
    threshold: requireNumber(threshold, `${field}.threshold`, [0, 1]),
  }),
  judge: ({ rubric }, field) => ({ type: 'judge', rubric: requireText(rubric, `${field}.rubric`) }),
};

const fieldsOf: Record<ExpectationType, readonly string[]> = {
  contains: ['text'],
  'not-contains': ['text'],
  pattern: ['pattern'],
  'json-schema': ['schema'],
  cites: ['document'],
  retrieves: ['document', 'topK'],
  handoff: ['expected'],
  'calls-tool': ['tool', 'arguments'],
  refuses: ['expected'],
  similar: ['reference', 'threshold'],
  judge: ['rubric'],
};

const isType = (type: unknown): type is ExpectationType =>
  typeof type === 'string' && Object.hasOwn(readers, type);

const readExpectation = (value: unknown, field: string, turns: number): Expectation => {
  const given = requireObject(value, field);
  const { type } = given;
  if (!isType(type))
    throw new CaseProblem(`${field}.type`, `must be one of ${Object.keys(readers).join(', ')}`);
  requireOnly(given, ['type', 'turn', ...fieldsOf[type]], field);
  const expectation = readers[type](given, field) as Expectation;
  if (given.turn === undefined) return expectation;
  return { ...expectation, turn: requireInteger(given.turn, `${field}.turn`, [1, turns]) };
};

const readFile = (value: unknown, field: string): TestFile => {
  const { fileId = null, name, sizeBytes = 0 } = requireObject(value, field);
  if (fileId !== null && typeof fileId !== 'string') throw new CaseProblem(`${field}.fileId`, 'must be text');
  return {
    fileId,
    name: requireText(name, `${field}.name`, 1024),
    sizeBytes: requireNumber(sizeBytes, `${field}.sizeBytes`, [0, Number.MAX_SAFE_INTEGER]),
  };
};

const readTurn = (value: unknown, field: string): TestTurn => {
  // A list of texts is the short form.
  const given = typeof value === 'string' ? { text: value } : requireObject(value, field);
  requireOnly(given, ['text', 'files'], field);
  const text = readText(given.text ?? '', `${field}.text`, caseLimits.textCharacters);
  const files = requireList(given.files ?? [], `${field}.files`, caseLimits.filesOfTurn).map((file, index) =>
    readFile(file, `${field}.files[${index}]`),
  );
  if (text.trim() === '' && files.length === 0)
    throw new CaseProblem(`${field}.text`, 'must not be empty if there are no files');
  return { text, files };
};

const caseFields = ['name', 'question', 'turns', 'expectations'];

/**
 * Reads a case that somebody wrote: by hand, in the API, or in a file. Throws CaseProblem. Schemas are compiled later,
 * in the sandbox.
 */
export const readCase = (value: unknown, prefix = ''): CaseContent => {
  const given = requireObject(value, prefix === '' ? 'case' : prefix);
  const at = (field: string): string => (prefix === '' ? field : `${prefix}.${field}`);
  requireOnly(given, caseFields, at('case'));
  if (given.question !== undefined && given.turns !== undefined)
    throw new CaseProblem(at('question'), 'must be absent if there are turns');
  const turnsGiven =
    given.question === undefined
      ? requireList(given.turns, at('turns'), caseLimits.turns)
      : [requireText(given.question, at('question'), caseLimits.textCharacters)];
  if (turnsGiven.length === 0) throw new CaseProblem(at('turns'), 'must have at least one message');
  const turns = turnsGiven.map((turn, index) =>
    readTurn(turn, given.question === undefined ? at(`turns[${index}]`) : at('question')),
  );
  const expectations = requireList(given.expectations ?? [], at('expectations'), caseLimits.expectations);
  return {
    name: readText(given.name ?? '', at('name'), caseLimits.nameCharacters).trim(),
    turns,
    expectations: expectations.map((one, index) =>
      readExpectation(one, at(`expectations[${index}]`), turns.length),
    ),
  };
};
