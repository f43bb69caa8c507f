"""Computes the two most expensive convolutions of the PP-OCRv4 detector at half the resolution, with the same result.

Both are 3x3 convolutions of 96 channels at a quarter of the image's resolution, and a third to a half of the detector's time. Most of
their input was enlarged from half that resolution by repeating pixels. Each 2x2 block of the output then depends on 2x2
pixels of the smaller input: `corners` replaces nine multiplications per channel and pixel with four.
"""
import numpy as np
from onnx import helper


def halved(rewriter):
    """The two largest levels of the feature pyramid, and the first convolution of the head."""
    # The recognizer joins two tensors; only the detector joins the four levels of a pyramid.
    concat = next((n for n in rewriter.nodes if n.op_type == 'Concat' and len(n.input) == 4), None)
    if concat is None or rewriter.producer(concat.input[-1]) is None:
        return
    head = rewriter.only_consumer(concat.output[0], 'Conv')
    pyramid(rewriter, concat.input[-1])
    pyramid(rewriter, rewriter.producer(concat.input[-2]).input[0])
    whole_head(rewriter, concat, head)


def corners(rewriter, x, kernel, name):
    """A 3x3 convolution of x after its pixels were doubled: one 2x2 convolution for the four pixels around each corner."""
    first, second = kernel[:, :, 0], kernel[:, :, 2]
    middle = kernel[:, :, 1]
    rows = (np.stack([first + middle, second], 2), np.stack([first, middle + second], 2))
    blocks = []
    for row in rows:
        a, b, c = row[..., 0], row[..., 1], row[..., 2]
        blocks += [np.stack([a + b, c], 3), np.stack([a, b + c], 3)]
    # [row, column, output] as DepthToSpace expects it in mode DCR.
    weight = np.concatenate(blocks, 0)
    return [
        helper.make_node('Conv', [x, rewriter.constant(weight)], [f'{name}.corners'], name=f'{name}.corners', kernel_shape=[2, 2], pads=[1, 1, 1, 1]),
        helper.make_node('DepthToSpace', [f'{name}.corners'], [f'{name}.doubled'], blocksize=2, mode='DCR'),
        helper.make_node('Slice', [f'{name}.doubled', whole(rewriter, [1, 1]), whole(rewriter, [-1, -1]), whole(rewriter, [2, 3])], [f'{name}.half']),
    ]


def whole(rewriter, values):
    name = rewriter.constant([0])
    rewriter.values[name] = np.asarray(values, np.int64)
    return name


def doubled_source(rewriter, name):
    """The input of an operator that doubles pixels, or None."""
    resize = rewriter.producer(name)
    if resize is None or resize.op_type != 'Resize' or rewriter.values[resize.input[2]].tolist() != [1, 1, 2, 2]:
        return None
    return resize


def pyramid(rewriter, gated):
    """conv(side * gate + doubled): the side has 12 or 18 channels before it is expanded to 96, so the gate becomes part of a small kernel."""
    scaled = rewriter.producer(gated)
    conv = rewriter.producer(scaled.input[0])
    add = rewriter.producer(conv.input[0])
    mul, resize = rewriter.producer(add.input[0]), doubled_source(rewriter, add.input[1])
    expand, gate = rewriter.producer(mul.input[0]), mul.input[1]
    pool = next(n for n in rewriter.consumers(expand.output[0]) if n.op_type == 'GlobalAveragePool')
    kernel, narrow = rewriter.weights(conv)[0], rewriter.weights(expand)[0]
    out, inner = kernel.shape[:2]
    side, name = expand.input[0], conv.output[0]
    # Averaging and expanding may change places.
    pooled = [helper.make_node('GlobalAveragePool', [side], [f'{name}.pooled']),
              helper.make_node('Conv', [f'{name}.pooled', expand.input[1]], [pool.output[0]], kernel_shape=[1, 1])]
    at = rewriter.nodes.index(pool)
    rewriter.nodes[at:at + 1] = pooled
    nodes = corners(rewriter, resize.input[0], kernel, name) + [
        helper.make_node('Reshape', [gate, whole(rewriter, [inner, 1])], [f'{name}.gate']),
        helper.make_node('Mul', [f'{name}.gate', rewriter.constant(narrow.reshape(inner, -1))], [f'{name}.narrow']),
        helper.make_node('MatMul', [rewriter.constant(kernel.transpose(0, 2, 3, 1).reshape(-1, inner)), f'{name}.narrow'], [f'{name}.product']),
        helper.make_node('Reshape', [f'{name}.product', whole(rewriter, [out, 3, 3, narrow.shape[1]])], [f'{name}.kernel']),
        helper.make_node('Transpose', [f'{name}.kernel'], [f'{name}.weight'], perm=[0, 3, 1, 2]),
        helper.make_node('Conv', [side, f'{name}.weight'], [f'{name}.side'], name=f'{name}.side', kernel_shape=[3, 3], pads=[1, 1, 1, 1]),
        helper.make_node('Add', [f'{name}.half', f'{name}.side'], [name]),
    ]
    at = rewriter.nodes.index(conv)
    rewriter.nodes[at:at + 1] = nodes
    if not rewriter.consumers(add.output[0]):
        rewriter.remove(add, mul, resize, expand)


def whole_head(rewriter, concat, head):
    """conv(concat(enlarged by 8, by 4, by 2, plain)): the first three are joined at half the resolution."""
    kernel, bias = rewriter.weights(head)
    resizes = [rewriter.producer(name) for name in concat.input[:3]]
    size = kernel.shape[1] // 4
    joined = []
    for resize in resizes[:2]:
        scale = rewriter.values[resize.input[2]] / np.array([1, 1, 2, 2])
        resize.input[2] = rewriter.constant(scale)
        joined.append(resize.output[0])
    joined.append(resizes[2].input[0])
    name = head.output[0]
    nodes = [helper.make_node('Concat', joined, [f'{name}.joined'], axis=1)]
    nodes += corners(rewriter, f'{name}.joined', kernel[:, :3 * size], name)
    nodes += [
        helper.make_node('Conv', [concat.input[3], rewriter.constant(kernel[:, 3 * size:]), rewriter.constant(bias)], [f'{name}.plain'],
                         name=f'{name}.plain', kernel_shape=[3, 3], pads=[1, 1, 1, 1]),
        helper.make_node('Add', [f'{name}.half', f'{name}.plain'], [name]),
    ]
    at = rewriter.nodes.index(head)
    rewriter.nodes[at:at + 1] = nodes
    rewriter.remove(concat, resizes[2])
