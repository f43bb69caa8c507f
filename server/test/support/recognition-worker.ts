import { openBlobs } from '../../src/adapters/blobs/open-blobs.ts';
import { readEnv } from '../../src/config/env.ts';
import { decideSettings } from '../../src/config/settings.ts';
import { openDatabase } from '../../src/db/open-database.ts';
import { waker } from '../../src/db/wake.ts';
import { LogoList } from '../../src/domain/recognition/logo-list.ts';
import type { Recognizer } from '../../src/domain/recognition/recognizer.ts';
import { AppError } from '../../src/lib/errors.ts';
import { recognize } from '../../src/stages/recognize.ts';
import { revisit } from '../../src/stages/revisit.ts';
import { runStages } from '../../src/stages/run-stages.ts';
import { openWakeUps } from '../../src/stages/wake-ups.ts';
import { silent } from './cluster.ts';
import { numberOf } from './numbered-picture.ts';
import { readLines } from './read-lines.ts';

/*
 * A working process with everything but the engine, which costs half a second a picture: run by itself, to be killed.
 * A numbered picture shows the USDOT number of that place; every 25th cannot be decoded.
 */
const settings = decideSettings(readEnv(process.env));
const { database } = await openDatabase(settings, silent);
const recognizer: Recognizer = {
  async read({ picture }) {
    const n = numberOf(picture);
    await new Promise((resolve) => setTimeout(resolve, 40 + Math.random() * 120));
    if (n % 25 === 0) throw new AppError('invalid', 'The picture is damaged and cannot be decoded.');
    return readLines([`USDOT ${1_000_000 + n}`]);
  },
  close: async () => undefined,
};
const wakeUps = await openWakeUps(database, silent);
const wake = waker(database);
const blobs = await openBlobs(settings.blobs, settings.dataDir);
const parts = { database, blobs, recognizer, logos: new LogoList(database), wake, log: silent };
runStages(
  [
    recognize({ ...parts, atOnce: 2, deadlineMs: 10_000 }, wakeUps.of('images')),
    revisit(database, wake, silent, wakeUps.of('revisits')),
  ],
  silent,
);
