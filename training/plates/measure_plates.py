"""Measures locator and reader on photographs that nobody trains on: python3 measure_plates.py MODELS PHOTOS [LOCATOR]. PHOTOS has truth.json with plate and box (or no boxes, then only finds are counted)."""
import json, os, sys
import numpy as np
import onnxruntime
from PIL import Image
from render_plates import CHARACTERS
from plate_states import CODES

LONG, MARGIN = 960, (1.12, 1.20)


def session(path):
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 4
    return onnxruntime.InferenceSession(path, options, providers=['CPUExecutionProvider'])


def find(locator, image, threshold, long=LONG):
    """Boxes of plates in the image: (score, 4×2 corners), the best first."""
    scale = long / max(image.size)
    small = image.resize((round(image.width * scale), round(image.height * scale)), Image.BILINEAR)
    x = np.full((1, 3, -(-small.height // 32) * 32, -(-small.width // 32) * 32), .5, np.float32)
    x[0, :, :small.height, :small.width] = np.asarray(small, np.float32).transpose(2, 0, 1) / 255
    y = locator.run(None, {'x': x})[0][0]
    padded = np.pad(y[0], 1)
    near = np.max([padded[a:a + y.shape[1], b:b + y.shape[2]] for a in range(3) for b in range(3)], 0)
    found = []
    for r, c in zip(*np.nonzero((y[0] >= threshold) & (y[0] >= near))):
        v = y[:, r, c]
        cx, cy, w, h = (c + .5 + v[1]) * 8, (r + .5 + v[2]) * 8, 8 * np.exp(v[3]), 8 * np.exp(v[4])
        found.append((float(v[0]), (np.array([cx, cy]) + v[5:].reshape(4, 2) * np.array([w, h]) / 2) / scale))
    found.sort(key=lambda one: -one[0])
    kept = []
    for one in found:
        if all(overlap(box_of(one[1]), box_of(other[1])) < .3 for other in kept):
            kept.append(one)
    return kept


def box_of(corners):
    return [*corners.min(0), *corners.max(0)]


def overlap(a, b):
    w, h = min(a[2], b[2]) - max(a[0], b[0]), min(a[3], b[3]) - max(a[1], b[1])
    if w <= 0 or h <= 0:
        return 0.
    return w * h / ((a[2] - a[0]) * (a[3] - a[1]) + (b[2] - b[0]) * (b[3] - b[1]) - w * h)


def matrix(source, target):
    """Maps target points to source points."""
    rows, right = [], []
    for (u, v), (x, y) in zip(source, target):
        rows += [[x, y, 1, 0, 0, 0, -x * u, -y * u], [0, 0, 0, x, y, 1, -x * v, -y * v]]
        right += [u, v]
    return np.append(np.linalg.solve(np.array(rows), np.array(right)), 1).reshape(3, 3)


def crop(pixels, corners, size, scale=1., shift=(0., 0.)):
    """rows×columns×3 of the plate with its margins. `pixels`: the image as float array."""
    rows, columns = size
    wide = np.linalg.norm(corners[1] - corners[0])
    while wide > 2 * columns:
        pixels = (pixels[:-1:2, :-1:2] + pixels[1::2, :-1:2] + pixels[:-1:2, 1::2] + pixels[1::2, 1::2]) / 4
        corners, wide = corners / 2, wide / 2
    unit = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]], float) / (np.array(MARGIN) * scale) + np.array(shift)
    m = matrix(corners, unit)
    y, x = np.meshgrid((np.arange(rows) + .5) / rows * 2 - 1, (np.arange(columns) + .5) / columns * 2 - 1, indexing='ij')
    p = np.stack([x, y, np.ones_like(x)], -1) @ m.T
    px, py = p[..., 0] / p[..., 2] - .5, p[..., 1] / p[..., 2] - .5
    px, py = px.clip(0, pixels.shape[1] - 1.001), py.clip(0, pixels.shape[0] - 1.001)
    ix, iy = px.astype(int), py.astype(int)
    fx, fy = (px - ix)[..., None], (py - iy)[..., None]
    jx, jy = np.minimum(ix + 1, pixels.shape[1] - 1), np.minimum(iy + 1, pixels.shape[0] - 1)
    return pixels[iy, ix] * (1 - fx) * (1 - fy) + pixels[iy, jx] * fx * (1 - fy) + pixels[jy, ix] * (1 - fx) * fy + pixels[jy, jx] * fx * fy


VIEWS = ((1., (0, 0)), (.94, (0, 0)), (1.07, (0, 0)), (1., (.02, .03)), (1., (-.02, -.03)))


def read(reader, pixels, corners, views=VIEWS):
    """The text and the least probability of its characters: of the first view, and of all views. The views vote with their texts: their steps do not lie at the same places."""
    x = np.stack([crop(pixels, corners, (64, 192), scale, shift) @ np.array([.299, .587, .114]) for scale, shift in views])[:, None].astype(np.float32)
    texts = [decode(one) for one in reader.run(None, {'x': x})[0]]
    votes = {}
    for text, sure in texts:
        votes[text] = votes.get(text, 0) + sure / len(views)
    return texts[0], max(votes.items(), key=lambda one: one[1])


def decode(y):
    """Best path; each character has the probability of its best step."""
    text, sure, before = '', [], 0
    for row in y / y.sum(-1, keepdims=True):
        k = int(row.argmax())
        if k and k != before:
            text += CHARACTERS[k - 1]
            sure.append(row[k])
        elif k and k == before:
            sure[-1] = max(sure[-1], row[k])
        before = k
    return text, float(min(sure, default=0))


def main():
    models, folder = sys.argv[1:3]
    locators = sys.argv[3:] or [f'{models}/plate-locator.onnx']
    truth = json.load(open(f'{folder}/truth.json'))
    reader, state = (session(f'{models}/{name}.onnx') if os.path.exists(f'{models}/{name}.onnx') else None for name in ('plate-reader', 'plate-state'))
    images = {name: Image.open(f'{folder}/{name}').convert('RGB') for name in sorted(truth)}
    pixels = {name: np.asarray(image, np.float32) / 255 for name, image in images.items()}
    if reader and 'box' in next(iter(truth.values())):
        one = many = 0
        for name, about in truth.items():
            x0, y0, x1, y1 = about['box']
            single, voted = read(reader, pixels[name], np.array([[x0, y0], [x1, y0], [x1, y1], [x0, y1]], float))
            one, many = one + (single[0] == about['plate']), many + (voted[0] == about['plate'])
        print('box given: exact with one view', one, 'with', len(VIEWS), many, 'of', len(truth))
    for path in locators:
        locator, all_found = session(path), {}
        for name, image in images.items():
            all_found[name] = find(locator, image, .1)
        print(path)
        for threshold in (.15, .2, .25, .3, .35, .4, .5, .6):
            hits = false = top = 0
            for name, about in truth.items():
                boxes = [one for one in all_found[name] if one[0] >= threshold]
                right = ['box' in about and overlap(box_of(one[1]), about['box']) >= .3 for one in boxes]
                hits, false, top = hits + any(right), false + right.count(False), top + bool(right and right[0])
            print(f'  threshold {threshold}: found {hits}, as the best {top}, of {len(truth)}; other boxes per image {false / len(truth):.3f}')
    if not reader:
        return
    exact, exact_one, rows = 0, 0, []
    for name, about in truth.items():
        best, single = ('', 0, 0, None), ''
        for found, corners in all_found[name][:3]:
            (first, _), (text, sure) = read(reader, pixels[name], corners)
            if found * sure > best[1] * best[2] or best[3] is None:
                best, single = (text, sure, found, corners), first
        text, sure, found, corners = best
        guess = ''
        if state and corners is not None:
            y = state.run(None, {'x': crop(pixels[name], corners, (96, 192)).transpose(2, 0, 1)[None].astype(np.float32)})[0][0]
            guess = f'{CODES[int(y.argmax())]} {y.max():.2f}'
        right = text == about.get('plate')
        exact, exact_one = exact + right, exact_one + (single == about.get('plate'))
        rows.append((sure, found, right, f'{name} {about.get("plate")} {text} {sure:.2f} locator {found:.2f} {guess}'))
    print('located and read: exact', exact, 'with one view', exact_one, 'of', len(truth))
    for sure, _, right, line in sorted(rows, reverse=True):
        print('  ' if right else '! ', line)


if __name__ == '__main__':
    main()
