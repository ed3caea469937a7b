/**
 * Generates clients from openapi.json with public generators, compiles programs that use them, and runs these programs
 * against a service: `npm run test:clients`. The generators are installed into a temporary folder, because they need an
 * earlier TypeScript than the project. No Python generator is used: none is on the npm registry.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createApp } from '../../src/app.ts';
import { loadConfig } from '../../src/config/index.ts';
import { createLogger } from '../../src/logger.ts';
import { smokePrograms } from './smoke-programs.ts';

const packages = {
  '@hey-api/openapi-ts': '0.99.0',
  'openapi-fetch': '0.17.0',
  'openapi-typescript': '7.13.0',
  typescript: '5.9.3',
};

const tsconfig = {
  compilerOptions: {
    strict: true,
    target: 'es2022',
    module: 'nodenext',
    moduleResolution: 'nodenext',
    lib: ['es2023', 'dom', 'dom.iterable'],
    types: ['node'],
    typeRoots: [join(import.meta.dirname, '../../node_modules/@types')],
    skipLibCheck: true,
    outDir: 'out',
  },
  include: ['*.ts', 'generated/**/*.ts'],
};

const heyApiConfig = `export default {
  input: './openapi.json',
  output: './generated/hey-api',
  plugins: ['@hey-api/client-fetch', '@hey-api/sdk', '@hey-api/typescript'],
};
`;

const run = (folder: string, command: string, args: string[], environment: Record<string, string> = {}) =>
  new Promise<void>((resolve, reject) => {
    const child = spawn(command, args, {
      cwd: folder,
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, ...environment },
    });
    child.on('error', reject);
    child.on('exit', (code) =>
      code === 0 ? resolve() : reject(new Error(`${command} ${args.join(' ')} failed with ${code}`)),
    );
  });

const generate = async (folder: string): Promise<void> => {
  await copyFile(join(import.meta.dirname, '../../openapi.json'), join(folder, 'openapi.json'));
  await writeFile(join(folder, 'package.json'), JSON.stringify({ private: true, dependencies: packages }));
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(tsconfig));
  await writeFile(join(folder, 'hey-api.config.mjs'), heyApiConfig);
  for (const [name, program] of Object.entries(smokePrograms)) await writeFile(join(folder, name), program);
  await run(folder, 'npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']);
  await mkdir(join(folder, 'generated'));
  const bin = join(folder, 'node_modules/.bin');
  const types = 'generated/openapi-typescript.ts';
  await run(folder, join(bin, 'openapi-typescript'), ['openapi.json', '-o', types]);
  await run(folder, join(bin, 'openapi-ts'), ['-f', 'hey-api.config.mjs']);
  await run(folder, process.execPath, ['node_modules/typescript/bin/tsc', '-p', '.']);
};

const smoke = async (folder: string): Promise<void> => {
  const key = 'app-key-of-generated-clients';
  const environment = { FRONTDESK_DATA_DIR: join(folder, 'data'), FRONTDESK_API_KEY: key };
  const app = await createApp({ config: loadConfig(environment, ''), log: createLogger('error') });
  try {
    const url = await app.server.listen({ host: '127.0.0.1', port: 0 });
    for (const name of Object.keys(smokePrograms)) {
      await run(folder, process.execPath, [`out/${name.replace(/ts$/, 'js')}`], { URL: url, KEY: key });
      console.log(`${name}: the generated client works`);
    }
  } finally {
    await app.close();
  }
};

const folder = mkdtempSync(join(tmpdir(), 'frontdesk-clients-'));
try {
  await generate(folder);
  await smoke(folder);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
