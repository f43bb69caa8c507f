"""Renders the masks once, in all cores, into a folder that the training scripts share: python3 render.py FOLDER CHUNKS"""
import multiprocessing as mp, os, sys, time
import numpy as np
from lettering import HEIGHT, LONGEST, WIDTH, chunk

PER = 4000
SHAPES = {'masks': ((HEIGHT, WIDTH), np.uint8), 'labels': ((LONGEST,), np.uint8), 'lengths': ((), np.int64), 'widths': ((), np.int64)}


def write(job):
    folder, name, index, seed, count, validation = job
    for (key, (shape, kind)), part in zip(SHAPES.items(), chunk((seed, count, validation))):
        np.lib.format.open_memmap(f'{folder}/{name}-{key}.npy', mode='r+')[index * PER:index * PER + count] = part


def main():
    folder, chunks = sys.argv[1], int(sys.argv[2])
    started = time.time()
    os.makedirs(folder, exist_ok=True)
    jobs = []
    for name, count, seed, validation in (('train', chunks, 5000, False), ('valid', 1, 7, True)):
        for key, (shape, kind) in SHAPES.items():
            np.lib.format.open_memmap(f'{folder}/{name}-{key}.npy', mode='w+', dtype=kind, shape=(count * PER, *shape))
        jobs += [(folder, name, i, seed + i, PER, validation) for i in range(count)]
    with mp.Pool(os.cpu_count()) as pool:
        pool.map(write, jobs, chunksize=1)
    print('rendered', len(jobs) * PER, 'strips in', round(time.time() - started), 's', flush=True)


def load(folder, name, device):
    import torch
    masks, labels, lengths, widths = (torch.from_numpy(np.load(f'{folder}/{name}-{key}.npy')).to(device) for key in SHAPES)
    return masks, labels.long(), lengths, widths


if __name__ == '__main__':
    main()
