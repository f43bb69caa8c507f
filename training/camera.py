"""What a camera does to a strip: exposure, defocus and motion, resolution, noise, sharpening and JPEG. Runs on the GPU."""
import math
import torch
import torch.nn.functional as F

# Rows of the strip in the photograph, and their share of the strips. 48 is the height of a strip.
RESOLUTIONS = ((48, .28), (36, .17), (28, .17), (22, .16), (17, .12), (13, .07), (10, .03))
REACH = 6  # of the point spread, in pixels of the strip
LUMA = (16, 11, 10, 16, 24, 40, 51, 61, 12, 12, 14, 19, 26, 58, 60, 55, 14, 13, 16, 24, 40, 57, 69, 56, 14, 17, 22, 29, 51, 87, 80, 62,
        18, 22, 37, 56, 68, 109, 103, 77, 24, 35, 55, 64, 81, 104, 113, 92, 49, 64, 78, 87, 103, 121, 120, 101, 72, 92, 95, 98, 112, 100, 103, 99)


def photographed(image):
    """N×3×48×432 strips; the result is in 0..1."""
    n, device = image.shape[0], image.device
    image = blurred(exposed(image.clamp(0, 1.4)))
    of = torch.multinomial(torch.tensor([share for _, share in RESOLUTIONS]), n, replacement=True).to(device)
    for index, (rows, _) in enumerate(RESOLUTIONS):
        at = torch.nonzero(of == index)[:, 0]
        if len(at) == 0:
            continue
        size = (rows, image.shape[3] * rows // image.shape[2])
        part = image[at] if rows == image.shape[2] else F.interpolate(image[at], size=size, mode='area')
        part = compressed(sharpened(noisy(part)).clamp(0, 1))
        if rows != image.shape[2]:
            part = F.interpolate(part, size=image.shape[2:], mode='bilinear' if torch.rand(1) < .7 else 'bicubic', align_corners=False)
        image[at] = part
    return image.clamp(0, 1)


def uniform(n, device, low=0., high=1.):
    return low + (high - low) * torch.rand(n, 1, 1, 1, device=device)


def exposed(image):
    """White balance, contrast curve, night and overexposure."""
    n, device = image.shape[0], image.device
    balance = 1 + (torch.rand(n, 3, 1, 1, device=device) - .5) * .5 * (uniform(n, device) < .6)
    image = (image * balance).clamp(min=1e-4) ** uniform(n, device, .65, 1.6)
    kind = uniform(n, device)
    gain = torch.where(kind < .12, uniform(n, device, .2, .55), torch.where(kind < .22, uniform(n, device, 1.15, 1.7), uniform(n, device, .7, 1.15)))
    haze = uniform(n, device, 0, .25) * (uniform(n, device) < .2)
    return ((image * gain).clamp(0, 1) * (1 - haze) + haze).clamp(0, 1)


def blurred(image, longest=10., softest=1.9):
    """A point spread of its own for each image: a line of random length and direction, softened."""
    n, device = image.shape[0], image.device
    # The same number each time: cuDNN measures its algorithms again for every new shape.
    count = int(n * .65)
    at = torch.randperm(n, device=device)[:count]
    length = uniform(count, device) ** 3 * longest
    along = torch.rand(count, 1, 1, 1, device=device) < .6
    angle = torch.where(along, uniform(count, device, -.15, .15), uniform(count, device, 0, math.pi))
    spread = .35 + uniform(count, device) ** 2 * softest
    grid = torch.arange(-REACH, REACH + 1, device=device).float()
    t = torch.linspace(-.5, .5, 11, device=device)[None, :, None, None]
    dx = grid[None, None, None, :] - t * length * torch.cos(angle)
    dy = grid[None, None, :, None] - t * length * torch.sin(angle)
    kernel = torch.exp(-(dx ** 2 + dy ** 2) / (2 * spread ** 2)).sum(1, keepdim=True)
    kernel = kernel / kernel.sum((2, 3), keepdim=True)
    part = F.pad(image[at], (REACH,) * 4, mode='replicate').reshape(1, count * 3, image.shape[2] + 2 * REACH, -1)
    part = F.conv2d(part, kernel.repeat_interleave(3, 0), groups=count * 3)
    image = image.clone()
    image[at] = part.reshape(count, 3, *image.shape[2:])
    return image


def noisy(image):
    n, device = image.shape[0], image.device
    luma = torch.randn(n, 1, *image.shape[2:], device=device)
    coarse = F.interpolate(torch.randn(n, 3, image.shape[2] // 2, image.shape[3] // 2, device=device), size=image.shape[2:], mode='bilinear', align_corners=False)
    strength = uniform(n, device) ** 3
    return image + luma * .1 * strength + coarse * .07 * uniform(n, device) ** 3


def sharpened(image):
    n, device = image.shape[0], image.device
    amount = uniform(n, device, 0, 1.6) * (uniform(n, device) < .35)
    soft = F.avg_pool2d(image, 3, 1, 1, count_include_pad=False)
    return image + amount * (image - soft)


def compressed(image):
    """The luma of a JPEG: 8×8 cosine transforms, rounded. The chroma is halved in resolution."""
    n, _, height, width = image.shape
    device = image.device
    quality = uniform(n, device, 12, 95)
    scale = torch.where(quality < 50, 50 / quality, 2 - quality / 50)
    table = (torch.tensor(LUMA, device=device).float().view(8, 8) * scale[..., None, None]).clamp(min=1) / 255
    luma = (image * torch.tensor([.299, .587, .114], device=device)[None, :, None, None]).sum(1, keepdim=True)
    chroma = image - luma
    small = F.avg_pool2d(chroma, 2, 2, ceil_mode=True, count_include_pad=False)
    chroma = F.interpolate(small, size=(height, width), mode='bilinear', align_corners=False)
    down, across = -height % 8, -width % 8
    blocks = F.pad(luma, (0, across, 0, down), mode='replicate')
    tall, wide = blocks.shape[2] // 8, blocks.shape[3] // 8
    blocks = blocks.view(n, tall, 8, wide, 8).permute(0, 1, 3, 2, 4)
    k = torch.arange(8, device=device).float()
    basis = torch.cos((k[None, :] + .5) * k[:, None] * math.pi / 8) * torch.where(k == 0, 8 ** -.5, .5)[:, None]
    steps = table.view(n, 1, 1, 8, 8)
    frequencies = torch.round(basis @ (blocks - .5) @ basis.T / steps) * steps
    blocks = basis.T @ frequencies @ basis + .5
    luma = blocks.permute(0, 1, 3, 2, 4).reshape(n, 1, tall * 8, wide * 8)[..., :height, :width]
    return (luma + chroma).clamp(0, 1)
