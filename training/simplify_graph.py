"""Rewrites a PP-OCRv4 graph into fewer, faster operators with the same result: python3 simplify_graph.py MODEL OUT

Two thirds of the time of the original graphs is spent on scalar additions, multiplications and clips, and on reordering
the channels around them, because onnxruntime keeps only convolutions in its blocked layout. Here
- scales and offsets become part of the neighboring convolution,
- x * clip(x + 3, 0, 6) / 6 becomes x * gate, where the gate is a 1x1 depthwise convolution with a fused hard sigmoid,
- x + x * s becomes x * (1 + s),
- two 2x2 transposed convolutions become two 1x1 convolutions and one rearrangement at the end,
- convolutions of enlarged tensors are computed before the enlargement (simplify_neck.py),
- the first layers of the detector are computed in bands, which takes less memory (stem_in_bands.py).
"""
import copy, sys
import numpy as np, onnx
from onnx import helper, numpy_helper
from simplify_neck import halved
from stem_in_bands import in_bands


KINDS = {onnx.TensorProto.FLOAT: np.float32, onnx.TensorProto.INT64: np.int64, onnx.TensorProto.INT32: np.int32}


class Rewriter:
    def __init__(self, model):
        self.model = model
        self.values = {t.name: numpy_helper.to_array(t) for t in model.graph.initializer}
        self.nodes = []
        for node in model.graph.node:
            if node.op_type == 'Constant':
                self.values[node.output[0]] = numpy_helper.to_array(node.attribute[0].t)
            elif node.op_type == 'Cast' and node.input[0] in self.values:
                kind = helper.get_attribute_value(node.attribute[0])
                self.values[node.output[0]] = self.values[node.input[0]].astype(KINDS[kind])
            else:
                self.nodes.append(node)
        self.count = 0

    def constant(self, array):
        self.count += 1
        name = f'folded_{self.count}'
        self.values[name] = np.asarray(array, dtype=np.float32)
        return name

    def consumers(self, name):
        return [n for n in self.nodes if name in n.input]

    def producer(self, name):
        return next((n for n in self.nodes if name in n.output), None)

    def is_output(self, name):
        return any(o.name == name for o in self.model.graph.output)

    def only_consumer(self, name, kind=None):
        found = self.consumers(name)
        if len(found) != 1 or self.is_output(name) or (kind is not None and found[0].op_type != kind):
            return None
        return found[0]

    def scalar(self, node):
        """The constant operand of a binary operator if it is a single number."""
        for name in node.input:
            if name in self.values and self.values[name].size == 1:
                return float(self.values[name].reshape(-1)[0])
        return None

    def remove(self, *nodes):
        for node in nodes:
            self.nodes.remove(node)

    def rename(self, old, new):
        for node in self.nodes:
            for i, name in enumerate(node.input):
                if name == old:
                    node.input[i] = new

    def insert_after(self, node, *added):
        at = self.nodes.index(node) + 1
        self.nodes[at:at] = added

    def weights(self, conv):
        weight = self.values[conv.input[1]].astype(np.float32)
        out = weight.shape[0] if conv.op_type == 'Conv' else weight.shape[1]
        bias = self.values[conv.input[2]].astype(np.float32) if len(conv.input) > 2 else np.zeros(out, np.float32)
        return weight, bias

    def set_weights(self, conv, weight, bias):
        names = [conv.input[0], self.constant(weight), self.constant(bias)]
        del conv.input[:]
        conv.input.extend(names)

    def scale(self, conv, factor, offset):
        weight, bias = self.weights(conv)
        shape = (-1, 1, 1, 1) if conv.op_type == 'Conv' else (1, -1, 1, 1)
        self.set_weights(conv, weight * np.reshape(factor, shape), bias * factor + offset)

    def per_channel(self, node, channels):
        """The constant operand as one value per channel, or None."""
        for name in node.input:
            if name in self.values and self.values[name].size in (1, channels) and self.values[name].dtype.kind == 'f':
                return np.broadcast_to(self.values[name].reshape(-1), (channels,)).astype(np.float32)
        return None

    def fold_after(self, kinds=('Conv', 'ConvTranspose')):
        """Scales, offsets and batch normalization after a convolution."""
        for conv in [n for n in self.nodes if n.op_type in kinds]:
            while True:
                after = self.only_consumer(conv.output[0])
                if after is None:
                    break
                channels = len(self.weights(conv)[1])
                if after.op_type == 'BatchNormalization':
                    gain, shift, mean, variance = (self.values[n] for n in after.input[1:5])
                    epsilon = next((a.f for a in after.attribute if a.name == 'epsilon'), 1e-5)
                    factor = gain / np.sqrt(variance + epsilon)
                    self.scale(conv, factor, shift - mean * factor)
                elif after.op_type in ('Mul', 'Add') and (value := self.per_channel(after, channels)) is not None:
                    self.scale(conv, *((value, np.float32(0)) if after.op_type == 'Mul' else (np.ones(channels, np.float32), value)))
                else:
                    break
                self.rename(after.output[0], conv.output[0])
                self.remove(after)

    def gates(self):
        """Hard swish with the scale and the offset that follow it."""
        for conv in [n for n in self.nodes if n.op_type == 'Conv']:
            parts = self.hard_swish(conv)
            if parts is None:
                continue
            nodes, out, factor, offset = parts
            channels = len(self.weights(conv)[1])
            self.scale(conv, np.full(channels, factor, np.float32), np.float32(0))
            self.remove(*nodes)
            y = conv.output[0]
            # onnxruntime fuses HardSigmoid only with the convolution before it.
            gate = helper.make_node('Conv', [y, self.constant(np.full((channels, 1, 1, 1), 1 / (6 * factor))), self.constant(np.full(channels, .5))],
                                    [f'{y}.gate'], name=f'{y}.gate', group=channels, kernel_shape=[1, 1])
            clip = helper.make_node('HardSigmoid', [f'{y}.gate'], [f'{y}.gate.clip'], alpha=1., beta=0.)
            product = helper.make_node('Mul', [y, f'{y}.gate.clip'], [out])
            self.insert_after(conv, gate, clip, product)
            if offset != 0:
                self.offset(product, out, offset, channels)

    def hard_swish(self, conv):
        y = conv.output[0]
        plus = [n for n in self.consumers(y) if n.op_type == 'Add' and self.scalar(n) == 3]
        if len(plus) != 1 or len(self.consumers(y)) != 2:
            return None
        clip = self.only_consumer(plus[0].output[0], 'Clip')
        product = clip and self.only_consumer(clip.output[0], 'Mul')
        sixth = product and self.only_consumer(product.output[0], 'Div')
        if sixth is None or y not in product.input:
            return None
        nodes, out, factor, offset = [plus[0], clip, product, sixth], sixth.output[0], 1., 0.
        after = self.only_consumer(out, 'Mul')
        if after is not None and self.scalar(after) is not None:
            factor, out = self.scalar(after), after.output[0]
            nodes.append(after)
        after = self.only_consumer(out, 'Add')
        if after is not None and self.scalar(after) is not None:
            offset, out = self.scalar(after), after.output[0]
            nodes.append(after)
        return nodes, out, factor, offset

    def offset(self, product, name, offset, channels):
        """Adds a constant to a tensor: exactly inside 1x1 convolutions, and with a convolution of its own where the edges are padded with zeros."""
        others = []
        for node in self.consumers(name):
            if node.op_type == 'Conv' and list(self.weights(node)[0].shape[2:]) == [1, 1]:
                weight, bias = self.weights(node)
                self.set_weights(node, weight, bias + offset * weight.sum((1, 2, 3)))
            else:
                others.append(node)
        if not others:
            return
        shifted = f'{name}.offset'
        for node in others:
            for i, one in enumerate(node.input):
                if one == name:
                    node.input[i] = shifted
        self.insert_after(product, helper.make_node('Conv', [name, self.constant(np.ones((channels, 1, 1, 1))), self.constant(np.full(channels, offset))],
                                                    [shifted], name=shifted, group=channels, kernel_shape=[1, 1]))

    def residual_gates(self):
        """x + x * s, where s is one number per channel."""
        for add in [n for n in self.nodes if n.op_type == 'Add']:
            for x, product in (add.input, reversed(add.input)):
                mul = self.producer(product)
                if mul is None or mul.op_type != 'Mul' or x not in mul.input or self.only_consumer(product) is None:
                    continue
                s = next(name for name in mul.input if name != x)
                if self.producer(s) is None or self.producer(s).op_type != 'HardSigmoid':
                    continue
                more = helper.make_node('Add', [s, self.constant(np.ones((1, 1, 1, 1)))], [f'{s}.more'])
                at = self.nodes.index(mul)
                self.nodes[at:at] = [more]
                mul.input[list(mul.input).index(s)] = f'{s}.more'
                mul.output[0] = add.output[0]
                self.remove(add)
                break

    def rearranged(self):
        """ConvTranspose, Relu, ConvTranspose, Sigmoid at the end of the detector, all at a quarter of the resolution."""
        first = next((n for n in self.nodes if n.op_type == 'ConvTranspose'), None)
        if first is None:
            return
        relu = self.only_consumer(first.output[0], 'Relu')
        second = self.only_consumer(relu.output[0], 'ConvTranspose')
        sigmoid = self.only_consumer(second.output[0], 'Sigmoid')
        (w1, b1), (w2, b2) = self.weights(first), self.weights(second)
        inner = w1.shape[1]
        wide = w1.transpose(2, 3, 1, 0).reshape(4 * inner, w1.shape[0], 1, 1)
        narrow = np.zeros((16, 4 * inner, 1, 1), np.float32)
        for i in range(2):
            for j in range(2):
                for k in range(2):
                    for l in range(2):
                        row, column = 2 * i + k, 2 * j + l
                        narrow[4 * row + column, (2 * i + j) * inner:(2 * i + j + 1) * inner, 0, 0] = w2[:, 0, k, l]
        x, end = first.input[0], sigmoid.output[0]
        at = self.nodes.index(first)
        self.remove(first, relu, second, sigmoid)
        self.nodes[at:at] = [
            helper.make_node('Conv', [x, self.constant(wide), self.constant(np.tile(b1, 4))], ['quarter_1'], name='quarter_1', kernel_shape=[1, 1]),
            helper.make_node('Relu', ['quarter_1'], ['quarter_2']),
            helper.make_node('Conv', ['quarter_2', self.constant(narrow), self.constant(np.full(16, b2[0]))], ['quarter_3'], name='quarter_3', kernel_shape=[1, 1]),
            helper.make_node('Sigmoid', ['quarter_3'], ['quarter_4']),
            helper.make_node('DepthToSpace', ['quarter_4'], [end], blocksize=4, mode='CRD'),
        ]

    def result(self):
        graph = self.model.graph
        used = {name for node in self.nodes for name in node.input}
        del graph.node[:], graph.initializer[:], graph.value_info[:]
        graph.node.extend(self.nodes)
        graph.initializer.extend(numpy_helper.from_array(np.ascontiguousarray(v), k) for k, v in self.values.items() if k in used)
        return self.model


def compact(model):
    """Stores large weights as 16-bit floats with a Cast, which onnxruntime folds when it loads the model."""
    model = copy.deepcopy(model)
    casts = []
    for tensor in model.graph.initializer:
        array = numpy_helper.to_array(tensor)
        if array.dtype != np.float32 or array.size < 4096:
            continue
        name = tensor.name
        tensor.CopyFrom(numpy_helper.from_array(array.astype(np.float16), f'{name}.f16'))
        casts.append(helper.make_node('Cast', [f'{name}.f16'], [name], to=onnx.TensorProto.FLOAT))
    nodes = list(model.graph.node)
    del model.graph.node[:]
    model.graph.node.extend(casts + nodes)
    return model


def simplified(model):
    rewriter = Rewriter(model)
    rewriter.fold_after()
    rewriter.gates()
    rewriter.residual_gates()
    rewriter.rearranged()
    halved(rewriter)
    in_bands(rewriter)
    return rewriter.result()


if __name__ == '__main__':
    source, out = sys.argv[1:3]
    onnx.save(compact(simplified(onnx.load(source))), out)
