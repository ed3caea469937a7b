/** Thrown to leave a program that has called exit. */
class ProgramExit extends Error {
  override readonly name = 'ProgramExit';
  readonly status: number;
  constructor(status: number) {
    super(`The program ended with ${status}`);
    this.status = status;
  }
}

const errors = { none: 0, badDescriptor: 8 };
const directory = { descriptor: 3, name: '/' };
const output = { descriptor: 4 };
const fileTypes = { characterDevice: 2, directory: 3, regular: 4 };
const allRights = 0x1fff_ffffn;

interface MemoryWasiOptions {
  args: readonly string[];
  /** Maximum size of the file. Beyond it the program is ended. */
  maxOutputBytes: number;
}

/** A growing file that can be overwritten. */
const createOutput = (maxBytes: number) => {
  let bytes = new Uint8Array(64 * 1024);
  let position = 0;
  let length = 0;
  return {
    write: (data: Uint8Array): void => {
      const end = position + data.length;
      if (end > maxBytes) throw new RangeError('The program wrote more than it may');
      if (end > bytes.length) {
        const grown = new Uint8Array(Math.max(end, bytes.length * 2));
        grown.set(bytes);
        bytes = grown;
      }
      bytes.set(data, position);
      position = end;
      length = Math.max(length, end);
    },
    seek: (offset: number, whence: number): number => {
      position = Math.max(0, offset + (whence === 0 ? 0 : whence === 1 ? position : length));
      return position;
    },
    read: (): Uint8Array => bytes.subarray(0, length),
  };
};

/**
 * The part of WASI for a program that takes arguments and writes one file. Without file system,
 * clock and environment, so that the program cannot access anything.
 */
export const createMemoryWasi = ({ args, maxOutputBytes }: MemoryWasiOptions) => {
  const file = createOutput(maxOutputBytes);
  const encoded = args.map((argument) => new TextEncoder().encode(`${argument}\0`));
  let memory: WebAssembly.Memory;
  const view = () => new DataView(memory.buffer);
  const bytesAt = (start: number, length: number) => new Uint8Array(memory.buffer, start, length);

  const sizesOf = (countAt: number, sizeAt: number): number => {
    view().setUint32(countAt, encoded.length, true);
    view().setUint32(
      sizeAt,
      encoded.reduce((sum, { length }) => sum + length, 0),
      true,
    );
    return errors.none;
  };

  const writeArguments = (pointersAt: number, textAt: number): number => {
    let position = textAt;
    for (const [index, argument] of encoded.entries()) {
      view().setUint32(pointersAt + index * 4, position, true);
      bytesAt(position, argument.length).set(argument);
      position += argument.length;
    }
    return errors.none;
  };

  const describe = (descriptor: number, at: number): number => {
    if (descriptor > output.descriptor) return errors.badDescriptor;
    bytesAt(at, 24).fill(0);
    const type =
      descriptor === directory.descriptor
        ? fileTypes.directory
        : descriptor === output.descriptor
          ? fileTypes.regular
          : fileTypes.characterDevice;
    view().setUint8(at, type);
    view().setBigUint64(at + 8, allRights, true);
    view().setBigUint64(at + 16, allRights, true);
    return errors.none;
  };

  const write = (descriptor: number, vectorsAt: number, count: number, writtenAt: number): number => {
    let written = 0;
    for (let index = 0; index < count; index += 1) {
      const start = view().getUint32(vectorsAt + index * 8, true);
      const length = view().getUint32(vectorsAt + index * 8 + 4, true);
      if (descriptor === output.descriptor) file.write(bytesAt(start, length));
      written += length;
    }
    view().setUint32(writtenAt, written, true);
    return errors.none;
  };

  const seek = (descriptor: number, offset: bigint, whence: number, resultAt: number): number => {
    if (descriptor !== output.descriptor) return errors.badDescriptor;
    view().setBigUint64(resultAt, BigInt(file.seek(Number(offset), whence)), true);
    return errors.none;
  };

  const functions = {
    args_sizes_get: sizesOf,
    args_get: writeArguments,
    clock_time_get: (_clock: number, _precision: bigint, at: number) => {
      view().setBigUint64(at, 0n, true);
      return errors.none;
    },
    fd_close: () => errors.none,
    fd_fdstat_get: describe,
    fd_fdstat_set_flags: () => errors.none,
    fd_prestat_get: (descriptor: number, at: number) => {
      if (descriptor !== directory.descriptor) return errors.badDescriptor;
      view().setUint32(at, 0, true);
      view().setUint32(at + 4, directory.name.length, true);
      return errors.none;
    },
    fd_prestat_dir_name: (_descriptor: number, at: number, length: number) => {
      bytesAt(at, length).set(new TextEncoder().encode(directory.name).subarray(0, length));
      return errors.none;
    },
    fd_read: (_descriptor: number, _vectorsAt: number, _count: number, readAt: number) => {
      view().setUint32(readAt, 0, true);
      return errors.none;
    },
    fd_seek: seek,
    fd_write: write,
    path_open: (...parameters: [...unknown[], number]) => {
      view().setUint32(parameters.at(-1) as number, output.descriptor, true);
      return errors.none;
    },
    proc_exit: (status: number): never => {
      throw new ProgramExit(status);
    },
  };

  return {
    /** Runs the program to its end and returns the file it wrote. */
    run: async (program: WebAssembly.Module): Promise<Uint8Array> => {
      const instance = await WebAssembly.instantiate(program, { wasi_snapshot_preview1: functions });
      memory = instance.exports.memory as WebAssembly.Memory;
      try {
        (instance.exports._start as () => void)();
      } catch (error) {
        if (!(error instanceof ProgramExit) || error.status !== 0) throw error;
      }
      return file.read();
    },
  };
};
