"""The layers at the end of the plate locator in numpy, forward and backward, and the boxes in its output."""
import numpy as np
from onnx_weights import convolutions_after, weights

CELL = 8


class Tail:
    """Two blocks (1×1, 3×3, 1×1, added to what came in) and the output of 13 channels. Weights are inputs×outputs; those of 3×3 are 9·inputs×outputs."""

    def __init__(self, arrays, names):
        self.weights, self.names = arrays, names

    @classmethod
    def of(cls, model, entry):
        names, stored, arrays = convolutions_after(model, entry), weights(model), []
        for weight, bias in names:
            arrays += [stored[weight].astype(np.float32).transpose(2, 3, 1, 0).reshape(-1, stored[weight].shape[0]).copy(), stored[bias].astype(np.float32).copy()]
        return cls(arrays, names)

    def named(self):
        """As the file has them: outputs×inputs×rows×columns."""
        out = {}
        for i, (weight, bias) in enumerate(self.names):
            w, side = self.weights[2 * i], 3 if i in (1, 4) else 1
            out[weight], out[bias] = w.reshape(side, side, -1, w.shape[1]).transpose(3, 2, 0, 1), self.weights[2 * i + 1]
        return out

    def copied(self):
        return Tail([one.copy() for one in self.weights], self.names)

    def forward(self, x):
        """N×5×5×48 to the raw outputs N×13 of the cell in the middle, and what `backward` needs."""
        kept = []
        for block in (0, 6):
            x, one = self.block(x, block)
            kept.append(one)
        flat = x.reshape(len(x), -1)
        return flat @ self.weights[12] + self.weights[13], (kept, flat)

    def block(self, x, at):
        w1, b1, w2, b2, w3, b3 = self.weights[at:at + 6]
        a = np.maximum(x @ w1 + b1, 0)
        around = nine(a)
        b = np.maximum(around @ w2 + b2, 0)
        y = np.maximum(x[:, 1:-1, 1:-1] + b @ w3 + b3, 0)
        return y, (x, a, around, b, y)

    def backward(self, kept, gradient):
        blocks, flat = kept
        out = [None] * 14
        out[12], out[13] = flat.T @ gradient, gradient.sum(0)
        g = (gradient @ self.weights[12].T).reshape(len(flat), 1, 1, -1)
        for at, (x, a, around, b, y) in ((6, blocks[1]), (0, blocks[0])):
            w1, _, w2, _, w3, _ = self.weights[at:at + 6]
            g = g * (y > 0)
            out[at + 4], out[at + 5] = rows(b).T @ rows(g), rows(g).sum(0)
            gb = (g @ w3.T) * (b > 0)
            out[at + 2], out[at + 3] = rows(around).T @ rows(gb), rows(gb).sum(0)
            ga = unfolded(gb @ w2.T, a.shape) * (a > 0)
            out[at], out[at + 1] = rows(x).T @ rows(ga), rows(ga).sum(0)
            gx = ga @ w1.T
            gx[:, 1:-1, 1:-1] += g
            g = gx
        return out

    def dense(self, x):
        """rows×columns×48 to rows×columns×13, with the probability in the first channel."""
        for at in (0, 6):
            w1, b1, w2, b2, w3, b3 = self.weights[at:at + 6]
            a = np.pad(np.maximum(x @ w1 + b1, 0), ((1, 1), (1, 1), (0, 0)))
            x = np.maximum(x + np.maximum(nine(a[None])[0] @ w2 + b2, 0) @ w3 + b3, 0)
        y = x @ self.weights[12] + self.weights[13]
        y[..., 0] = 1 / (1 + np.exp(-y[..., 0]))
        return y


def rows(x):
    return x.reshape(-1, x.shape[-1])


def nine(a):
    """The 3×3 surroundings of each cell that has them."""
    h, w = a.shape[1] - 2, a.shape[2] - 2
    return np.concatenate([a[:, i:i + h, j:j + w] for i in range(3) for j in range(3)], -1)


def unfolded(g, shape):
    """The gradient of `nine`."""
    out, channels = np.zeros(shape, g.dtype), shape[-1]
    for k in range(9):
        out[:, k // 3:k // 3 + g.shape[1], k % 3:k % 3 + g.shape[2]] += g[..., k * channels:(k + 1) * channels]
    return out


def boxes_in(y, threshold):
    """(score, box, corners) in pixels of the picture, the best first, for rows×columns×13."""
    score = y[..., 0]
    padded = np.pad(score, 1)
    near = np.max([padded[i:i + score.shape[0], j:j + score.shape[1]] for i in range(3) for j in range(3)], 0)
    found = []
    for i, j in np.argwhere((score >= threshold) & (score >= near)):
        v = y[i, j]
        center, size = np.array([j + .5 + v[1], i + .5 + v[2]]) * CELL, CELL * np.exp(v[3:5])
        corners = center + v[5:].reshape(4, 2) * size / 2
        found.append((float(v[0]), np.concatenate([corners.min(0), corners.max(0)]), corners))
    kept = []
    for one in sorted(found, key=lambda one: -one[0]):
        if all(overlap(one[1], other[1]) < .3 for other in kept):
            kept.append(one)
    return kept


def overlap(a, b):
    w, h = min(a[2], b[2]) - max(a[0], b[0]), min(a[3], b[3]) - max(a[1], b[1])
    return 0. if w <= 0 or h <= 0 else w * h / ((a[2] - a[0]) * (a[3] - a[1]) + (b[2] - b[0]) * (b[3] - b[1]) - w * h)
