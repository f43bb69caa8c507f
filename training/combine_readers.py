"""Adds what several trainings changed: python3 combine_readers.py MODELS OUT first.onnx=1.0 second.onnx=0.7

Each reader started from the same PP-OCRv4 weights. The result is these weights plus, for each reader, its share of the
difference. It is written as a simplified graph.
"""
import sys
import numpy as np, onnx
from onnx import numpy_helper
from finetune_reader import original
from onnx_graph import compact
from simplify_graph import simplified


def weights(model):
    """Float weights by name, also where they are stored with 16 bits."""
    arrays = {tensor.name.removesuffix('.f16'): numpy_helper.to_array(tensor) for tensor in model.graph.initializer}
    return {name: array.astype(np.float32) for name, array in arrays.items() if array.dtype in (np.float16, np.float32)}


def main():
    models, out, *parts = sys.argv[1:]
    model = original(models)
    base = weights(model)
    total = {name: array.copy() for name, array in base.items()}
    for part in parts:
        path, share = part.rsplit('=', 1)
        for name, array in weights(onnx.load(path)).items():
            total[name] += float(share) * (array - base[name])
    for tensor in model.graph.initializer:
        if tensor.name in total:
            tensor.CopyFrom(numpy_helper.from_array(total[tensor.name], tensor.name))
    onnx.save(compact(simplified(model)), out)


if __name__ == '__main__':
    main()
