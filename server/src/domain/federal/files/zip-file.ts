import { crc32 } from 'node:zlib';
import { type Entry, openPromise } from 'yauzl';
import { messageOf, operatorError } from '../../../lib/errors.ts';

/** Lists the files of an archive, without folders. */
export async function listZip(path: string): Promise<Entry[]> {
  try {
    const entries: Entry[] = [];
    const zip = await openPromise(path);
    for await (const entry of zip.eachEntry()) if (!entry.fileName.endsWith('/')) entries.push(entry);
    return entries;
  } catch (error) {
    throw operatorError(`${path} is not a complete zip archive (${messageOf(error)}).`, error);
  }
}

/** The contents of an entry. `onProgress` gets the share of the compressed bytes that was read so far. */
export async function* readZipEntry(
  path: string,
  entry: Entry,
  onProgress: (bytes: number) => void = () => undefined,
): AsyncGenerator<Buffer> {
  const { fileName, compressedSize, uncompressedSize } = entry;
  const zip = await openPromise(path, { autoClose: false });
  try {
    let bytes = 0;
    let checksum = 0;
    for await (const chunk of (await zip.openReadStreamPromise(entry)) as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      checksum = crc32(chunk, checksum);
      onProgress(Math.round((bytes / uncompressedSize) * compressedSize));
      yield chunk;
    }
    if (checksum !== entry.crc32) throw new Error('its checksum is wrong');
  } catch (error) {
    throw operatorError(`${fileName} is damaged and cannot be decompressed (${messageOf(error)}).`, error);
  } finally {
    zip.close();
  }
}
