"""Computes the first layers of the PP-OCRv4 detector in bands of rows, with the same result.

They are the only layers at half of the image's resolution, so their tensors are the largest: 38 MB each at 1280 x 960 pixels, two at a time.
Only means over the whole image depend on all rows, and they come later. Each band has the rows of its neighbors that its kernels reach, so
every number stays the same.
"""
import numpy as np
from onnx import helper

BANDS = 4
# Input rows beyond a band that two layers of stride 2 and one of stride 1, all with 3 x 3 kernels, reach.
ABOVE, BELOW = 5, 2


def in_bands(rewriter):
    source = rewriter.model.graph.input[0].name
    stem = first_layers(rewriter, source)
    if stem is None:
        return
    end = stem[-1].output[0]
    rows = 'stem.rows'
    height = integer(rewriter, 2)
    nodes = [helper.make_node('Shape', [source], ['stem.shape']), helper.make_node('Gather', ['stem.shape', height], [rows])]
    for band in range(BANDS):
        first = edge(rewriter, nodes, rows, band, -ABOVE) if band > 0 else integer(rewriter, 0)
        last = edge(rewriter, nodes, rows, band + 1, BELOW) if band < BANDS - 1 else rows
        nodes.append(helper.make_node('Slice', [source, first, last, height], [named(band, source)]))
        for node in stem:
            nodes.append(copied(rewriter, node, band))
    nodes.append(helper.make_node('Concat', [named(band, end) for band in range(BANDS)], [end], axis=2))
    at = rewriter.nodes.index(stem[0])
    rewriter.remove(*stem)
    rewriter.nodes[at:at] = nodes


def first_layers(rewriter, source):
    """The nodes up to the second layer of stride 2 after the input; None in a graph of another kind, such as the recognizer's."""
    if not any(node.op_type == 'DepthToSpace' for node in rewriter.nodes):
        return None
    stem, known = [], {source}
    halvings = 0
    for node in rewriter.nodes:
        if not any(name in known for name in node.input):
            continue
        assert all(name in known or name in rewriter.values for name in node.input), node.name
        stem.append(node)
        known.update(node.output)
        halvings += attribute(node, 'strides') == [2, 2]
        if halvings == 2:
            return stem


def copied(rewriter, node, band):
    """The node for one band. Where rows of a neighbor follow, no zeros are added."""
    of = lambda name: name if name in rewriter.values else named(band, name)
    attributes = {one.name: helper.get_attribute_value(one) for one in node.attribute}
    if 'pads' in attributes:
        top, left, bottom, right = attributes['pads']
        attributes['pads'] = [top if band == 0 else 0, left, bottom if band == BANDS - 1 else 0, right]
    return helper.make_node(node.op_type, [of(name) for name in node.input], [of(name) for name in node.output], name=named(band, node.name or node.output[0]), **attributes)


def edge(rewriter, nodes, rows, band, beyond):
    """rows * band / BANDS + beyond. The rows are a multiple of 32, so an edge is a multiple of 8."""
    name = f'stem.{band}.{"below" if beyond > 0 else "above"}'
    nodes += [
        helper.make_node('Mul', [rows, integer(rewriter, band)], [f'{name}.product']),
        helper.make_node('Div', [f'{name}.product', integer(rewriter, BANDS)], [f'{name}.edge']),
        helper.make_node('Add', [f'{name}.edge', integer(rewriter, beyond)], [name]),
    ]
    return name


def integer(rewriter, value):
    name = f'stem.value{value}'
    rewriter.values[name] = np.asarray([value], np.int64)
    return name


def named(band, name):
    return f'band{band}.{name}'


def attribute(node, name):
    return next((helper.get_attribute_value(one) for one in node.attribute if one.name == name), None)
