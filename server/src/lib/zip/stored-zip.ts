import { crc32 } from 'node:zlib';

export type ZipEntry = { name: string; bytes: Buffer };

/** Names are UTF-8. */
const FLAGS = 0x0800;
const VERSION = 20;
/** Regular files that everyone may read. */
const MODE = (0o100644 << 16) >>> 0;

/**
 * A ZIP file with uncompressed entries. The same entries and time give the same bytes, so that a changed byte of the file is
 * found also where it belongs to no entry.
 */
export function storedZip(entries: readonly ZipEntry[], at: Date): Buffer[] {
  const time = dosTime(at);
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, bytes } of entries) {
    const nameBytes = Buffer.from(name);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(VERSION, 0);
    common.writeUInt16LE(FLAGS, 2);
    // Method 0: stored.
    common.writeUInt32LE(time, 6);
    common.writeUInt32LE(crc32(bytes), 10);
    common.writeUInt32LE(bytes.length, 14);
    common.writeUInt32LE(bytes.length, 18);
    common.writeUInt16LE(nameBytes.length, 22);
    const local = Buffer.concat([signature(0x04034b50), common, nameBytes]);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(MODE, 6);
    rest.writeUInt32LE(offset, 10);
    const madeBy = Buffer.from([VERSION, 3]);
    directory.push(signature(0x02014b50), madeBy, common, rest, nameBytes);
    parts.push(local, bytes);
    offset += local.length + bytes.length;
  }
  const central = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(entries.length, 4);
  end.writeUInt16LE(entries.length, 6);
  end.writeUInt32LE(central.length, 8);
  end.writeUInt32LE(offset, 12);
  return [...parts, central, signature(0x06054b50), end];
}

function signature(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

/** Two seconds exact, from 1980 on, in UTC. */
function dosTime(at: Date): number {
  const day = ((at.getUTCFullYear() - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate();
  const time = (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1);
  return ((day << 16) | time) >>> 0;
}
