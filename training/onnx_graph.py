"""Runs an ONNX graph in PyTorch, so that its weights can be trained and written back into the same graph."""
import copy
import numpy as np, onnx, torch
import torch.nn as nn
import torch.nn.functional as F
from onnx import helper, numpy_helper
from simplify_graph import compact  # noqa: F401, for the training scripts


def load(path):
    """The model with its constants as initializers."""
    model = onnx.load(path)
    nodes = []
    for node in model.graph.node:
        if node.op_type == 'Constant' and node.attribute[0].name == 'value':
            tensor = onnx.TensorProto()
            tensor.CopyFrom(node.attribute[0].t)
            tensor.name = node.output[0]
            model.graph.initializer.append(tensor)
        else:
            nodes.append(node)
    del model.graph.node[:]
    model.graph.node.extend(nodes)
    return model


def with_classes(model, keys, alphabet):
    """Keeps only the columns of the output layer that belong to the alphabet; the blank stays class 0."""
    columns = [0] + [keys.index(c) for c in alphabet]
    for tensor in model.graph.initializer:
        array = numpy_helper.to_array(tensor)
        if array.ndim >= 1 and array.shape[-1] == len(keys):
            tensor.CopyFrom(numpy_helper.from_array(np.ascontiguousarray(array[..., columns]), tensor.name))
        elif array.dtype == np.int64 and len(keys) in array.flatten().tolist():
            tensor.CopyFrom(numpy_helper.from_array(np.where(array == len(keys), len(columns), array), tensor.name))
    del model.graph.value_info[:]
    for dim in model.graph.output[0].type.tensor_type.shape.dim:
        if dim.dim_value == len(keys):
            dim.dim_value = len(columns)
    return model


def written(model, state):
    """The model with the trained weights."""
    model = copy.deepcopy(model)
    for tensor in model.graph.initializer:
        if key_of(tensor.name) in state:
            tensor.CopyFrom(numpy_helper.from_array(state[key_of(tensor.name)].float().cpu().numpy(), tensor.name))
    return model


def key_of(name):
    return name.replace('.', '|')


class Graph(nn.Module):
    """Every operator of PP-OCRv4's recognizer. The statistics of batch normalization stay fixed."""

    def __init__(self, model):
        super().__init__()
        fixed = {name for node in model.graph.node if node.op_type == 'BatchNormalization' for name in node.input[3:5]}
        self.weights, self.constants = nn.ParameterDict(), {}
        for tensor in model.graph.initializer:
            value = torch.from_numpy(numpy_helper.to_array(tensor).copy())
            if value.dtype == torch.float32 and value.numel() > 1 and tensor.name not in fixed:
                self.weights[key_of(tensor.name)] = nn.Parameter(value)
            else:
                self.constants[tensor.name] = value
        self.input, self.output = model.graph.input[0].name, model.graph.output[0].name
        self.nodes = [(n.op_type, list(n.input), list(n.output), {a.name: helper.get_attribute_value(a) for a in n.attribute}) for n in model.graph.node]

    def on(self, device):
        self.to(device)
        self.constants = {k: v.to(device) if v.dtype.is_floating_point else v for k, v in self.constants.items()}
        return self

    def forward(self, x, logits=True):
        values = {self.input: x}

        def get(name):
            if name in values:
                return values[name]
            return self.weights[key_of(name)] if key_of(name) in self.weights else self.constants[name]

        for op, ins, outs, attrs in self.nodes:
            if op == 'Softmax' and outs[0] == self.output and logits:
                values[outs[0]] = get(ins[0])
            else:
                values[outs[0]] = OPERATORS[op]([get(i) if i else None for i in ins], attrs)
        return values[self.output]


def conv(v, a):
    x, pads = v[0], a.get('pads', [0, 0, 0, 0])
    if pads[0] != pads[2] or pads[1] != pads[3]:
        x, pads = F.pad(x, (pads[1], pads[3], pads[0], pads[2])), [0, 0, 0, 0]
    return F.conv2d(x, v[1], v[2] if len(v) > 2 else None, a.get('strides', [1, 1]), (pads[0], pads[1]), a.get('dilations', [1, 1]), a.get('group', 1))


def arithmetic(function):
    def apply(v, _):
        x, y = v
        if x.device != y.device:
            x, y = (x, y.to(x.device)) if x.is_cuda else (x.to(y.device), y)
        return function(x, y)
    return apply


def clip(v, a):
    low = a.get('min', float(v[1]) if len(v) > 1 and v[1] is not None else None)
    high = a.get('max', float(v[2]) if len(v) > 2 and v[2] is not None else None)
    return torch.clamp(v[0], low, high)


def reshape(v, _):
    sizes = [v[0].shape[i] if size == 0 else int(size) for i, size in enumerate(v[1].tolist())]
    return v[0].reshape(sizes)


def axes_of(v, a):
    return [int(axis) for axis in (a.get('axes') or v[1].tolist())]


def squeeze(v, a):
    x = v[0]
    for axis in sorted((axis % x.ndim for axis in axes_of(v, a)), reverse=True):
        x = x.squeeze(axis)
    return x


def unsqueeze(v, a):
    x = v[0]
    for axis in sorted(axes_of(v, a)):
        x = x.unsqueeze(axis)
    return x


def gather(v, a):
    axis = a.get('axis', 0)
    return torch.index_select(v[0], axis, v[1].reshape(-1)) if v[1].ndim else v[0].select(axis, int(v[1]))


def cut(v, a):
    if 'starts' in a:
        starts, ends, axes = a['starts'], a['ends'], a.get('axes')
    else:
        starts, ends, axes = v[1].tolist(), v[2].tolist(), v[3].tolist() if len(v) > 3 and v[3] is not None else None
    part = [slice(None)] * v[0].ndim
    for start, end, axis in zip(starts, ends, axes or range(len(starts))):
        part[axis] = slice(int(start), int(min(end, 2 ** 31)))
    return v[0][tuple(part)]


OPERATORS = {
    'Conv': conv,
    'BatchNormalization': lambda v, a: F.batch_norm(v[0], v[3], v[4], v[1], v[2], False, 0., a.get('epsilon', 1e-5)),
    'Relu': lambda v, a: F.relu(v[0]),
    'Sigmoid': lambda v, a: torch.sigmoid(v[0]),
    'HardSigmoid': lambda v, a: torch.clamp(v[0] * a.get('alpha', .2) + a.get('beta', .5), 0, 1),
    'HardSwish': lambda v, a: F.hardswish(v[0]),
    'Clip': clip,
    'Add': arithmetic(torch.add), 'Sub': arithmetic(torch.sub), 'Mul': arithmetic(torch.mul),
    'Div': arithmetic(torch.div), 'Pow': arithmetic(torch.pow),
    'GlobalAveragePool': lambda v, a: v[0].mean((2, 3), keepdim=True),
    'AveragePool': lambda v, a: F.avg_pool2d(v[0], a['kernel_shape'], a.get('strides'), tuple(a.get('pads', [0, 0])[:2]), count_include_pad=False),
    'MaxPool': lambda v, a: F.max_pool2d(v[0], a['kernel_shape'], a.get('strides'), 0),
    'MatMul': lambda v, a: torch.matmul(v[0], v[1]),
    'Softmax': lambda v, a: torch.softmax(v[0].float(), a.get('axis', -1)),
    'Transpose': lambda v, a: v[0].permute(a['perm']),
    'Reshape': reshape,
    'Squeeze': squeeze,
    'Unsqueeze': unsqueeze,
    'Shape': lambda v, a: torch.tensor(list(v[0].shape), dtype=torch.int64),
    'Cast': lambda v, a: v[0].long() if a['to'] == 7 else v[0].int() if a['to'] == 6 else v[0].float(),
    'Concat': lambda v, a: torch.cat(v, a['axis']),
    'Gather': gather,
    'Slice': cut,
    'ReduceMean': lambda v, a: v[0].mean(axes_of(v, a), keepdim=bool(a.get('keepdims', 1))),
    'Sqrt': lambda v, a: torch.sqrt(v[0]),
    'Identity': lambda v, a: v[0],
    'Dropout': lambda v, a: v[0],
}
