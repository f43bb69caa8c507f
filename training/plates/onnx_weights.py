"""Reads and replaces the weights of an ONNX file without the onnx package: the parts of the protobuf format that this takes."""
import numpy as np

MODEL_GRAPH, GRAPH_NODE, GRAPH_INITIALIZER, GRAPH_OUTPUT, NODE_INPUT, TENSOR_DIMS, TENSOR_TYPE, TENSOR_NAME, TENSOR_RAW = 7, 1, 5, 12, 1, 1, 2, 8, 9
TYPES = {1: np.float32, 7: np.int64, 10: np.float16}


def number_at(data, at):
    value = shift = 0
    while True:
        byte = data[at]
        value, shift, at = value | (byte & 127) << shift, shift + 7, at + 1
        if byte < 128:
            return value, at


def as_number(value):
    out = bytearray()
    while value > 127:
        out.append(value & 127 | 128)
        value >>= 7
    return bytes(out) + bytes([value])


def fields(data):
    """A message as a list of (field, wire type, value)."""
    at, out = 0, []
    while at < len(data):
        key, at = number_at(data, at)
        kind = key & 7
        if kind == 0:
            value, at = number_at(data, at)
        else:
            size, at = number_at(data, at) if kind == 2 else ({1: 8, 5: 4}[kind], at)
            value, at = data[at:at + size], at + size
        out.append((key >> 3, kind, value))
    return out


def message(parts):
    out = bytearray()
    for field, kind, value in parts:
        out += as_number(field << 3 | kind) + (as_number(value) if kind == 0 else (as_number(len(value)) if kind == 2 else b'') + value)
    return bytes(out)


def changed_graph(model, change):
    return message([(field, kind, message(change(fields(value))) if field == MODEL_GRAPH else value) for field, kind, value in fields(model)])


def part(parts, field, default=b''):
    return next((value for one, _, value in parts if one == field), default)


def weights(model):
    """Name to array of every initializer with raw data. Names of 16-bit weights end in `.f16`."""
    found = {}
    for field, _, value in fields(part(fields(model), MODEL_GRAPH)):
        if field == GRAPH_INITIALIZER and part(tensor := fields(value), TENSOR_RAW):
            shape = [one for f, _, one in tensor if f == TENSOR_DIMS]
            found[part(tensor, TENSOR_NAME).decode()] = np.frombuffer(part(tensor, TENSOR_RAW), TYPES[part(tensor, TENSOR_TYPE)]).reshape(shape)
    return found


def with_weights(model, new):
    """The model with the arrays of `new` in place of its own, in the types that the file has."""
    def change(graph):
        out = []
        for field, kind, value in graph:
            tensor = fields(value) if field == GRAPH_INITIALIZER else []
            name = part(tensor, TENSOR_NAME).decode()
            if name in new:
                raw = np.ascontiguousarray(new[name], TYPES[part(tensor, TENSOR_TYPE)]).tobytes()
                assert len(raw) == len(part(tensor, TENSOR_RAW)), name
                value = message([(f, k, raw if f == TENSOR_RAW else v) for f, k, v in tensor])
            out.append((field, kind, value))
        return out
    return changed_graph(model, change)


def with_output(model, name):
    """The model with one of its inner values (32-bit floats) as its only output."""
    shape = message([(1, 2, message([(2, 2, side)])) for side in (b'n', b'c', b'h', b'w')])
    floats = message([(1, 2, message([(1, 0, 1), (2, 2, shape)]))])
    return changed_graph(model, lambda graph: [one for one in graph if one[0] != GRAPH_OUTPUT] + [(GRAPH_OUTPUT, 2, message([(1, 2, name.encode()), (2, 2, floats)]))])


def convolutions_after(model, name):
    """The names of the weights and biases of the convolutions behind the value `name`, in their order (`.f16` where the file has 16 bits)."""
    nodes = [[one.decode() for f, _, one in fields(value) if f == NODE_INPUT] for field, _, value in fields(part(fields(model), MODEL_GRAPH)) if field == GRAPH_NODE]
    first = next(i for i, inputs in enumerate(nodes) if name in inputs)
    known = weights(model)
    stored = lambda one: one if one in known else f'{one}.f16'
    return [(stored(inputs[1]), stored(inputs[2])) for inputs in nodes[first:] if len(inputs) == 3 and stored(inputs[1]) in known and known[stored(inputs[1])].ndim == 4]
