"""The networks for plates. `exported` writes a network with its scaling and its probabilities inside the graph."""
import onnx
import torch
import torch.nn as nn
import torch.nn.functional as F
from onnx_graph import compact

CHARACTERS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'
STEPS, CROP, STATE_CROP = 48, (64, 192), (96, 192)


def conv(i, o, kernel=3, stride=1, groups=1):
    return nn.Sequential(nn.Conv2d(i, o, kernel, stride, kernel // 2, groups=groups, bias=False), nn.BatchNorm2d(o), nn.ReLU())


class Bottleneck(nn.Module):
    """Few channels between: dense 3×3 layers cost less time on a processor than depthwise layers with many channels."""

    def __init__(self, channels, inner, dilation=1):
        super().__init__()
        self.body = nn.Sequential(conv(channels, inner, 1), nn.Conv2d(inner, inner, 3, 1, dilation, dilation, bias=False), nn.BatchNorm2d(inner), nn.ReLU(),
                                  nn.Conv2d(inner, channels, 1, bias=False), nn.BatchNorm2d(channels))

    def forward(self, x):
        return F.relu(x + self.body(x))


class Locator(nn.Module):
    """N×3×H×W to N×13×H/8×W/8: center, offset and size of the box, four corners."""

    def __init__(self):
        super().__init__()
        self.at8 = nn.Sequential(conv(3, 16, 3, 2), conv(16, 24, 3, 2), conv(24, 48, 3, 2), Bottleneck(48, 24), Bottleneck(48, 24))
        self.at16 = nn.Sequential(conv(48, 96, 3, 2), Bottleneck(96, 48), Bottleneck(96, 48, 2), Bottleneck(96, 48), Bottleneck(96, 48, 2))
        self.at32 = nn.Sequential(conv(96, 160, 3, 2), Bottleneck(160, 80), Bottleneck(160, 80, 2), Bottleneck(160, 80), Bottleneck(160, 80, 2))
        self.to16, self.mix16 = nn.Conv2d(160, 96, 1), Bottleneck(96, 48)
        self.to8, self.mix8 = nn.Conv2d(96, 48, 1), nn.Sequential(Bottleneck(48, 32), Bottleneck(48, 32))
        self.head = nn.Conv2d(48, 13, 1)
        nn.init.constant_(self.head.bias, 0)
        self.head.bias.data[0] = -4

    def forward(self, x):
        fine = self.at8(x)
        middle = self.at16(fine)
        middle = self.mix16(middle + F.interpolate(self.to16(self.at32(middle)), scale_factor=2., mode='nearest'))
        return self.head(self.mix8(fine + F.interpolate(self.to8(middle), scale_factor=2., mode='nearest')))


class Residual(nn.Module):
    def __init__(self, i, o, stride=(1, 1)):
        super().__init__()
        self.body = nn.Sequential(nn.Conv2d(i, o, 3, stride, 1, bias=False), nn.BatchNorm2d(o), nn.ReLU(), nn.Conv2d(o, o, 3, 1, 1, bias=False), nn.BatchNorm2d(o))
        self.skip = nn.Sequential() if i == o and stride == (1, 1) else nn.Sequential(nn.Conv2d(i, o, 1, stride, bias=False), nn.BatchNorm2d(o))

    def forward(self, x):
        return F.relu(self.skip(x) + self.body(x))


class Reader(nn.Module):
    """N×1×64×192 to N×48×37."""

    def __init__(self, channels=(32, 80, 144, 224), wide=256):
        super().__init__()
        a, b, c, d = channels
        self.body = nn.Sequential(conv(1, a, 5, 2), Residual(a, a), Residual(a, b, (2, 2)), Residual(b, b), Residual(b, c, (2, 1)), Residual(c, c), Residual(c, d, (2, 1)), Residual(d, d), nn.Conv2d(d, wide, (4, 1)))
        self.place = nn.Parameter(torch.randn(1, STEPS, wide) * .02)
        self.layers = nn.ModuleList([Attention(wide) for _ in range(2)])
        self.norm, self.out = nn.LayerNorm(wide), nn.Linear(wide, len(CHARACTERS) + 1)

    def forward(self, x):
        x = self.body(x).squeeze(2).transpose(1, 2) + self.place
        for layer in self.layers:
            x = layer(x)
        return self.out(self.norm(x))


class Attention(nn.Module):
    def __init__(self, wide, heads=4):
        super().__init__()
        self.heads, self.first, self.second = heads, nn.LayerNorm(wide), nn.LayerNorm(wide)
        self.qkv, self.out = nn.Linear(wide, 3 * wide), nn.Linear(wide, wide)
        self.mlp = nn.Sequential(nn.Linear(wide, 2 * wide), nn.ReLU(), nn.Dropout(.1), nn.Linear(2 * wide, wide))
        self.drop = nn.Dropout(.1)

    def forward(self, x):
        n, steps, wide = x.shape
        q, k, v = self.qkv(self.first(x)).view(-1, STEPS, 3, self.heads, wide // self.heads).permute(2, 0, 3, 1, 4).unbind(0)
        weights = torch.softmax(q @ k.transpose(-1, -2) * (wide // self.heads) ** -.5, -1)
        x = x + self.drop(self.out((weights @ v).transpose(1, 2).reshape(-1, STEPS, wide)))
        return x + self.drop(self.mlp(self.second(x)))


class Classifier(nn.Module):
    """Pictures to classes: a small residual network. `keep` rows and columns of the last map are kept, for layouts."""

    def __init__(self, classes, channels=(24, 48, 96, 160), keep=(1, 1)):
        super().__init__()
        a, b, c, d = channels
        self.body = nn.Sequential(conv(3, a, 5, 2), conv(a, b, 3, 2), Residual(b, b), Residual(b, c, (2, 2)), Residual(c, c), Residual(c, d, (2, 2)), Residual(d, d))
        self.pool = nn.AdaptiveAvgPool2d(keep)
        self.out = nn.Sequential(nn.Flatten(), nn.Dropout(.2), nn.Linear(d * keep[0] * keep[1], 192), nn.ReLU(), nn.Linear(192, classes))

    def forward(self, x):
        return self.out(self.pool(self.body(x)))


def per_image(x):
    """Zero mean and unit deviation, so that exposure does not matter."""
    mean = x.mean((1, 2, 3), keepdim=True)
    return (x - mean) / (((x - mean) ** 2).mean((1, 2, 3), keepdim=True).sqrt() + .04)


class Deployed(nn.Module):
    def __init__(self, net, scale, output):
        super().__init__()
        self.net, self.scale, self.output = net, scale, output

    def forward(self, x):
        return self.output(self.net(self.scale(x)))


def located(y):
    return torch.cat([y[:, :1].sigmoid(), y[:, 1:]], 1)


def centered(x):
    return x * 4 - 1.8


KINDS = {
    'plate-locator': (Locator, centered, located, (1, 3, 544, 960)),
    'plate-reader': (Reader, per_image, lambda y: torch.softmax(y, -1), (1, 1, *CROP)),
    'plate-state': (lambda: Classifier(66, keep=(3, 6)), centered, lambda y: torch.softmax(y, -1), (1, 3, *STATE_CROP)),
}


def exported(kind, net, path):
    """Writes the network with 16-bit weights."""
    _, scale, output, shape = KINDS[kind]
    axes = {'x': {0: 'n'}, 'y': {0: 'n'}}
    if kind == 'plate-locator':
        axes = {'x': {2: 'h', 3: 'w'}, 'y': {2: 'k', 3: 'l'}}
    options = {'dynamo': False} if torch.__version__ >= '2.5' else {}
    torch.onnx.export(Deployed(net, scale, output).eval().cpu().float(), (torch.rand(*shape),), path, input_names=['x'], output_names=['y'], dynamic_axes=axes, opset_version=16, **options)
    onnx.save(compact(onnx.load(path)), path)
