"""Generated plates and photographs on the GPU, and what happens to a plate between the state's press and the picture."""
import glob, os
import numpy as np
import torch
import torch.nn.functional as F
from PIL import Image
from photo_boxes import held_out, load_boxes, load_unlabeled

CORNERS = ((-1., -1.), (1., -1.), (1., 1.), (-1., 1.))
PHOTO = (768, 1024)
UNLABELED = os.path.join(os.path.dirname(os.path.abspath(__file__)), 'unlabeled.txt')


def load_plates(folder, first, last, device):
    """N×3×128×256 plates, their texts, states and corner radii."""
    plates, texts, states, radii = [], [], [], []
    for index in range(first, last):
        path = f'{folder}/plate{index:04d}'
        if not os.path.exists(f'{path}.npz'):
            continue
        about = np.load(f'{path}.npz')
        plates.append(torch.from_numpy(np.load(f'{path}.npy')).permute(0, 3, 1, 2).contiguous().to(device))
        texts += list(about['text'])
        states.append(torch.from_numpy(about['state']))
        radii.append(torch.from_numpy(about['radius']))
    return torch.cat(plates), texts, torch.cat(states).to(device), torch.cat(radii).float().to(device)


def load_signs(folder, kind, device):
    return torch.cat([torch.from_numpy(np.load(path)).permute(0, 3, 1, 2).contiguous() for path in sorted(glob.glob(f'{folder}/{kind}*.npy'))]).to(device)


def name_of(path):
    return os.path.splitext(os.path.basename(path))[0]


class Photos:
    """N×3×768×1024 photographs at the top left of black, their sizes (width, height), their plate boxes, the places that may be plates without a box, and which are held out."""

    def __init__(self, folder, boxes_path, device):
        images = {name_of(path): Image.open(path).convert('RGB') for path in sorted(glob.glob(f'{folder}/*.*'))}
        boxes = load_boxes(boxes_path, {name: image.size for name, image in images.items()})
        unlabeled, held = load_unlabeled(UNLABELED), held_out(images)
        self.names = [name for name in images if name in boxes]
        photos, sizes, self.boxes, self.unlabeled = torch.zeros(len(self.names), 3, *PHOTO, dtype=torch.uint8), torch.zeros(len(self.names), 2), [], []
        for i, name in enumerate(self.names):
            image = images[name]
            scale = min(1, PHOTO[0] / image.height, PHOTO[1] / image.width)
            pixels = torch.from_numpy(np.asarray(image.resize((int(image.width * scale), int(image.height * scale)))).copy()).permute(2, 0, 1)
            photos[i, :, :pixels.shape[1], :pixels.shape[2]] = pixels
            sizes[i] = torch.tensor([pixels.shape[2], pixels.shape[1]])
            self.boxes.append([[v * scale for v in box] for box in boxes[name]])
            self.unlabeled.append([[v * scale for v in box] for box in unlabeled.get(name, [])])
        self.pixels, self.sizes = photos.to(device), sizes.to(device)
        self.held = [i for i, name in enumerate(self.names) if name in held]
        self.used = [i for i, name in enumerate(self.names) if name not in held]


def rand(n, device, low=0., high=1.):
    return low + (high - low) * torch.rand(n, device=device)


def homography(source, target):
    """N×4×2 corners each; the matrices that map `target` to `source`."""
    n, device = source.shape[0], source.device
    rows = torch.zeros(n, 8, 8, device=device)
    x, y, u, v = target[..., 0], target[..., 1], source[..., 0], source[..., 1]
    rows[:, 0::2, 0], rows[:, 0::2, 1], rows[:, 0::2, 2] = x, y, 1
    rows[:, 0::2, 6], rows[:, 0::2, 7] = -x * u, -y * u
    rows[:, 1::2, 3], rows[:, 1::2, 4], rows[:, 1::2, 5] = x, y, 1
    rows[:, 1::2, 6], rows[:, 1::2, 7] = -x * v, -y * v
    solved = torch.linalg.solve(rows, source.reshape(n, 8, 1))[..., 0]
    return torch.cat([solved, torch.ones(n, 1, device=device)], 1).view(n, 3, 3)


def mapped(matrix, x, y):
    """Points through the matrices, as grids for `grid_sample`. x, y: N×h×w or h×w."""
    m = matrix[:, :, :, None, None]
    depth = (m[:, 2, 0] * x + m[:, 2, 1] * y + m[:, 2, 2]).clamp(min=1e-3)
    return torch.stack([(m[:, 0, 0] * x + m[:, 0, 1] * y + m[:, 0, 2]) / depth, (m[:, 1, 0] * x + m[:, 1, 1] * y + m[:, 1, 2]) / depth], -1)


def unit_grid(rows, columns, device):
    y, x = torch.meshgrid((torch.arange(rows, device=device) + .5) / rows * 2 - 1, (torch.arange(columns, device=device) + .5) / columns * 2 - 1, indexing='ij')
    return x, y


def views(n, device, tilt=.1, persp=.1):
    """Corners of a unit square seen from somewhere: turned, sheared and with perspective."""
    q = torch.tensor(CORNERS, device=device).expand(n, 4, 2).clone()
    q = q + torch.randn(n, 4, 2, device=device) * torch.tensor([persp * .35, persp * .5], device=device)
    squeeze = torch.randn(n, device=device)[:, None] * persp
    x, y = q[..., 0], q[..., 1] * (1 + squeeze * q[..., 0])
    x = x + torch.randn(n, device=device)[:, None] * .1 * y * .5
    return torch.stack([x, y + x * torch.randn(n, device=device)[:, None] * tilt * 2], -1)


def plate_alpha(radii, rows=128, columns=256):
    x, y = unit_grid(rows, columns, radii.device)
    r = radii[:, None, None]
    dx, dy = (x.abs() * columns / 2 - columns / 2 + r).clamp(min=0), (y.abs() * rows / 2 - rows / 2 + r).clamp(min=0)
    return (r - (dx ** 2 + dy ** 2).sqrt() + .5).clamp(0, 1)[:, None]


def lit(image, reference=None):
    """Exposure, cast, uneven light, shadow and glare on a plate, N×3×h×w. Half of the plates take the brightness of `reference` (N×3), the place where they hang."""
    n, device = image.shape[0], image.device
    one = lambda low, high: rand(n, device, low, high)[:, None, None, None]
    x, y = unit_grid(*image.shape[2:], device)
    angle = rand(n, device, 0, 6.28)[:, None, None]
    along = x * torch.cos(angle) + y * torch.sin(angle)
    shade = 1 + along[:, None] * one(0, .35)
    edge = torch.sigmoid((along - rand(n, device, -.7, .7)[:, None, None]) * rand(n, device, 4, 30)[:, None, None])[:, None]
    shade = shade * (1 - edge * one(.2, .7) * (one(0, 1) < .22))
    glare = torch.exp(-((x - rand(n, device, -1, 1)[:, None, None]) ** 2 * 4 + (y - rand(n, device, -1, 1)[:, None, None]) ** 2) * rand(n, device, 1, 8)[:, None, None])[:, None] * one(0, .6) * (one(0, 1) < .12)
    gain = torch.exp(one(-1.1, .25))
    if reference is not None:
        level = reference.mean(1)[:, None, None, None]
        gain = torch.where(one(0, 1) < .6, (.35 + 1.1 * level) * torch.exp(one(-.45, .4)), gain)
    contrast = torch.where(one(0, 1) < .08, one(.15, .45), one(.45, 1.05))  # some are washed out by a flash
    image = (image - .5) * contrast + .5
    image = image * gain * shade * torch.exp(torch.randn(n, 3, 1, 1, device=device) * .09) + glare
    infrared = (one(0, 1) < .08).float()
    gray = image.mean(1, keepdim=True).clamp(0, 1)
    return (image * (1 - infrared) + (gray ** one(.6, 1.6)) * infrared).clamp(0, 1.15)


def small_copy(image, wide):
    """The plates reduced to about the width at which they are shown, so that bilinear samples skip nothing. One width for the batch."""
    columns = int(max(16, min(256, wide)))
    return image if columns >= 200 else F.interpolate(image, size=(columns // 2, columns), mode='bilinear', antialias=True, align_corners=False)
