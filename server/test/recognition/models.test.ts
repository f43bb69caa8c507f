import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { openModelsFolder } from '../../src/adapters/ocr/models/manifest.ts';
import { modelFiles, openReaders } from '../../src/adapters/ocr/models/models.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const folder = await temporaryFolder();

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const write = (manifest: unknown) => writeFile(join(folder, 'manifest.json'), JSON.stringify(manifest));

/** Copies a file into the folder and returns its manifest entry. */
async function entry(from: string, file: string) {
  const bytes = await readFile(from);
  await writeFile(join(folder, file), bytes);
  return { file, sha256: sha256(bytes) };
}

test('uses the models of a folder and reads a strip with them', async () => {
  const reader = await entry(modelFiles.reader(), 'rec.onnx');
  const alphabet = await entry(modelFiles.readerKeys(), 'keys.txt');
  await write({ reader: { ...reader, alphabet } });
  const readers = await openReaders(folder);
  const blank = { data: new Uint8Array(48 * 96 * 3).fill(200), width: 96, height: 48 };
  // A wrong alphabet would be an error here, because the output layer has another size.
  assert.equal((await readers.reader?.(blank))?.text, '');
  assert.equal((await readers.quick(blank)).text, '');
});

test('rejects a file that does not match its hash, is missing, or is outside the folder', async () => {
  const detector = await entry(modelFiles.readerKeys(), 'det.onnx');
  const cases: [unknown, RegExp][] = [
    [{ detector: { ...detector, sha256: '0'.repeat(64) } }, /det\.onnx does not match the hash/],
    [{ detector: { ...detector, file: 'other.onnx' } }, /other\.onnx cannot be read/],
    [{ detector: { ...detector, file: '../det.onnx' } }, /"detector" must have "file"/],
    [{ reader: detector }, /"reader\.alphabet" must have "file"/],
    [[], /must contain a JSON object/],
  ];
  for (const [manifest, message] of cases) {
    await write(manifest);
    await assert.rejects(openModelsFolder(folder), { kind: 'invalid', message });
  }
  await rm(join(folder, 'manifest.json'));
  await assert.rejects(openModelsFolder(folder), /manifest\.json cannot be read/);
});

test('the built-in models have at most 35 MB together', async () => {
  const models = join(import.meta.dirname, '../../models');
  const sizes = await Promise.all(
    (await readdir(models)).map(async (name) => (await stat(join(models, name))).size),
  );
  const total = sizes.reduce((sum, size) => sum + size, 0);
  assert.ok(total <= 35_000_000, `${total} bytes`);
});
