import { parentPort, workerData } from 'node:worker_threads';
import { writeFiles } from './write-files.ts';

const { country, group, folder } = workerData;
const written = writeFiles(country, group, folder, (carriers) => parentPort?.postMessage({ carriers }));
parentPort?.postMessage({ written });
