"""The plate boxes of the photographs, in their pixels."""
import json

SQUARE = 416  # boxes of the photographs `c*` are stored as if these were reduced to squares of this side


def load_boxes(path, sizes):
    """Name to boxes, for the photographs in `sizes`: name to (width, height)."""
    stored = json.load(open(path))
    return {name: [of_square(box, *sizes[name]) if name.startswith('c') else box for box in stored[name]] for name in sorted(stored) if name in sizes}


def of_square(box, width, height):
    return [box[0] * width / SQUARE, box[1] * height / SQUARE, box[2] * width / SQUARE, box[3] * height / SQUARE]
