// Deletes files of installed packages that this machine cannot use: onnxruntime-node ships its library for every
// platform, and the Node packages ship C headers. Plain JavaScript, because npm may run it on a Node without TypeScript.
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

const packages = join(import.meta.dirname, '../node_modules');

const libraries = join(packages, 'onnxruntime-node/bin/napi-v6');
for (const platform of list(libraries)) {
  for (const arch of list(join(libraries, platform))) {
    if (platform !== process.platform || arch !== process.arch) remove(join(libraries, platform, arch));
  }
}
for (const name of list(packages)) {
  if (/^node-(bin-)?(linux|darwin|win)-/.test(name)) remove(join(packages, name, 'include'));
}

function list(folder) {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function remove(folder) {
  rmSync(folder, { recursive: true, force: true });
}
