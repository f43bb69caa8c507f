// Builds the package in sdk/dist: ES modules, CommonJS, type declarations and source maps. With --pack, also packs it into the
// current folder. sdk/package.json has no version, so `npm pack` refuses to pack the sources by mistake. Plain JavaScript: npm may run it
// on a Node version that cannot run TypeScript.
import { execFileSync } from 'node:child_process';
import { copyFileSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const sdk = join(dirname(fileURLToPath(import.meta.url)), '..');
const dist = join(sdk, 'dist');
const tsc = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin/tsc');

rmSync(dist, { recursive: true, force: true });
compile('esm');
compile('cjs', '--module', 'commonjs', '--moduleResolution', 'bundler', '--verbatimModuleSyntax', 'false');
writeFileSync(join(dist, 'cjs/package.json'), '{ "type": "commonjs" }\n');
for (const file of ['../LICENSE', '../CHANGELOG.md', 'README.md'])
  copyFileSync(join(sdk, file), join(dist, basename(file)));
writeFileSync(join(dist, 'package.json'), `${JSON.stringify(published(), null, 2)}\n`);
if (process.argv.includes('--pack')) {
  const folder =
    process.argv.at(-1) === '--pack' ? (process.env.INIT_CWD ?? process.cwd()) : process.argv.at(-1);
  execFileSync('npm', ['pack', dist, '--pack-destination', folder], {
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
}

/** The package.json of the package: with a version and paths inside dist. */
function published() {
  const {
    private: _,
    scripts: __,
    exports: ___,
    ...own
  } = JSON.parse(readFileSync(join(sdk, 'package.json'), 'utf8'));
  const { version } = JSON.parse(readFileSync(join(sdk, '../package.json'), 'utf8'));
  const entry = (name) => ({
    import: { types: `./esm/${name}.d.ts`, default: `./esm/${name}.js` },
    require: { types: `./cjs/${name}.d.ts`, default: `./cjs/${name}.js` },
  });
  return {
    ...own,
    version,
    author: 'The Milepost authors',
    keywords: ['milepost', 'trucking', 'motor-carrier', 'usdot', 'fmcsa', 'webhooks', 'api-client'],
    main: './cjs/index.js',
    types: './cjs/index.d.ts',
    exports: {
      '.': entry('index'),
      './webhooks': entry('verify-webhook'),
      './package.json': './package.json',
    },
    publishConfig: { access: 'public', provenance: true },
  };
}

function compile(folder, ...options) {
  const out = join(dist, folder);
  execFileSync(process.execPath, [tsc, '-p', join(sdk, 'tsconfig.build.json'), '--outDir', out, ...options], {
    stdio: 'inherit',
  });
  // The compiler rewrites the extensions of imports in JavaScript, but not in declarations.
  for (const file of readdirSync(out, { recursive: true }).filter((name) => name.endsWith('.d.ts'))) {
    const text = readFileSync(join(out, file), 'utf8');
    writeFileSync(join(out, file), text.replace(/(from '\.[^']*)\.ts'/g, "$1.js'"));
  }
}
