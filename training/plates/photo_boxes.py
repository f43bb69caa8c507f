"""The plate boxes of the photographs, in their pixels, and which photographs are held out."""
import hashlib, json
import numpy as np
from PIL import Image

SQUARE = 416  # boxes of the photographs `c*` are stored as if these were reduced to squares of this side
HELD_GROUPS = 5  # every fifth group of the photographs `c*` is held out
DRIVE, HELD_DRIVES = 20, 6  # photographs `r*` with neighboring numbers show the same drive; every sixth drive is held out


def load_boxes(path, sizes):
    """Name to boxes, for the photographs in `sizes`: name to (width, height)."""
    stored = json.load(open(path))
    return {name: [of_square(box, *sizes[name]) if name.startswith('c') else box for box in stored[name]] for name in sorted(stored) if name in sizes}


def of_square(box, width, height):
    return [box[0] * width / SQUARE, box[1] * height / SQUARE, box[2] * width / SQUARE, box[3] * height / SQUARE]


def load_unlabeled(path):
    """Name to boxes that may show plates without a label: neither right nor wrong."""
    boxes = {}
    for line in open(path):
        name, *box = line.split()
        boxes.setdefault(name, []).append([int(v) for v in box])
    return boxes


def group_of(image):
    """Copies of a photograph are in the same group, so that none is on both sides of a split."""
    small = np.asarray(image.convert('L').resize((8, 8), Image.BOX), np.float32)
    return hashlib.sha256((small > small.mean()).tobytes()).hexdigest()


def held_out(images):
    """The names that are held out. `images`: name to image."""
    groups = {}
    for name in sorted(name for name in images if name[0] == 'c'):
        groups.setdefault(group_of(images[name]), []).append(name)
    held = {name for i, names in enumerate(groups.values()) if i % HELD_GROUPS == 0 for name in names}
    return held | {name for name in images if name[0] == 'r' and int(name[1:]) // DRIVE % HELD_DRIVES == 0}
