"""Adds what several trainings changed: python3 combine_readers.py MODELS OUT first.onnx=1.0 second.onnx=0.7

Each reader started from the same PP-OCRv4 weights. The result is these weights plus, for each reader, its share of the
difference. It is written as a simplified graph.
"""
import sys
import onnx
from onnx import numpy_helper
from finetune_reader import original
from onnx_graph import compact, with_shares
from simplify_graph import simplified


def main():
    models, out, *parts = sys.argv[1:]
    model = original(models)
    total = with_shares(model, parts)
    for tensor in model.graph.initializer:
        if tensor.name in total:
            tensor.CopyFrom(numpy_helper.from_array(total[tensor.name], tensor.name))
    onnx.save(compact(simplified(model)), out)


if __name__ == '__main__':
    main()
