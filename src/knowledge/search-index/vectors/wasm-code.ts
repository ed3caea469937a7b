/**
 * The part of WebAssembly's binary format that the kernels in this folder need: they are short enough to write
 * as instructions, and a toolchain for them would be the largest part of the build.
 */

export const i32 = 0x7f;
export const v128 = 0x7b;

/** The caller adds the operands of a vector instruction, if it has any. */
export const simd = (code: number): number[] =>
  code < 0x80 ? [0xfd, code] : [0xfd, (code & 0x7f) | 0x80, code >>> 7];
export const get = (local: number): number[] => [0x20, local];
export const set = (local: number): number[] => [0x21, local];
export const add = 0x6a;
/** Up to 63. */
export const constant = (value: number): number[] => [0x41, value];
export const advance = (local: number, by: number[]): number[] => [...get(local), ...by, add, ...set(local)];

export const block = [0x02, 0x40];
export const loop = [0x03, 0x40];
export const end = 0x0b;
export const leaveUnlessBelow = (local: number, limit: number): number[] => [
  ...get(local),
  ...get(limit),
  0x4f,
  0x0d,
  1,
];
export const againWhileBelow = (local: number, limit: number): number[] => [
  ...get(local),
  ...get(limit),
  0x49,
  0x0d,
  0,
];
export const again = [0x0c, 0];

export const load = (offset: number): number[] => [...simd(0x00), 0, offset];
export const store = (offset: number): number[] => [...simd(0x0b), 0, offset];
export const everyByte = (value: number): number[] => [...simd(0x0c), ...new Array<number>(16).fill(value)];

const leb = (value: number): number[] =>
  value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...leb(value >>> 7)];
const section = (id: number, content: number[]): number[] => [id, ...leb(content.length), ...content];
const text = (value: string): number[] => [value.length, ...Buffer.from(value)];

/** The magic number of the format and its version. */
const moduleStart = [0, 0x61, 0x73, 0x6d, 1, 0, 0, 0];

/** A module with one function `run` of five numbers, on a given memory. */
export const kernelModule = (locals: readonly (readonly [count: number, type: number])[], body: number[]) => {
  const code = [locals.length, ...locals.flat(), ...body, end];
  return Uint8Array.from([
    ...moduleStart,
    ...section(1, [1, 0x60, 5, i32, i32, i32, i32, i32, 0]),
    ...section(2, [1, ...text('e'), ...text('m'), 2, 0, 1]),
    ...section(3, [1, 0]),
    ...section(7, [1, ...text('run'), 0, 0]),
    ...section(10, [1, ...leb(code.length), ...code]),
  ]);
};

export type Kernel = (a: number, b: number, c: number, d: number, e: number) => void;

/** Compiles once, for any number of memories. */
export const defineKernel = (bytes: () => Uint8Array): ((memory: WebAssembly.Memory) => Kernel) => {
  let compiled: WebAssembly.Module | undefined;
  return (memory) => {
    compiled ??= new WebAssembly.Module(bytes());
    return new WebAssembly.Instance(compiled, { e: { m: memory } }).exports.run as Kernel;
  };
};
