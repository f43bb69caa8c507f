"""Pictures for fitting the last layers of the plate locator, on the processor: photographs with their own plates, with generated plates in their place or elsewhere, and with signs and parts
of other photographs that are pasted the same way, fences, and the date that a camera writes. Returned as what the network has before those layers, with the places of all plates."""
import glob, math, os
import cv2
import numpy as np
from PIL import Image
from onnx_weights import with_output
from photo_boxes import group_of, load_boxes

LONG = 960
ENTRY = '/net/Add_1_output_0'  # what the layers at the end read: 48 channels, cells of 8 pixels
UNIT = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]], np.float32)


def load_photos(folder, boxes_path):
    """Name to (image, boxes, group)."""
    images = {os.path.splitext(os.path.basename(path))[0]: cv2.imread(path) for path in sorted(glob.glob(f'{folder}/*.*'))}
    boxes = load_boxes(boxes_path, {name: (one.shape[1], one.shape[0]) for name, one in images.items()})
    return {name: (images[name], boxes[name], group_of(Image.fromarray(images[name][..., ::-1]))) for name in boxes}


class Pictures:
    def __init__(self, photos, plates, signs, seed):
        self.photos, self.plates, self.signs, self.r = photos, plates, signs, np.random.default_rng(seed)
        self.names = sorted(photos)

    def real(self, name, long):
        """The photograph with its own plates: the picture, and per plate its box and corners (None: not known)."""
        image, boxes, _ = self.photos[name]
        scale = long / max(image.shape[:2])
        return reduced(image, scale), [(np.array(box) * scale, None) for box in boxes]

    def pasted(self, name, long):
        r = self.r
        image, plates = self.real(name, long)
        kept = []
        for box, _ in plates:
            if r.random() < .5:
                kept.append((box, None))
                continue
            half = (box[2] - box[0]) / 2 * r.uniform(.95, 1.15)
            image, quad = self.paste(image, self.plate(), (box[0] + box[2]) / 2, (box[1] + box[3]) / 2, half, max((box[3] - box[1]) / 2 * 1.05, half * r.uniform(.44, .54)))
            kept.append((bounds(quad), quad))
        for _ in range(r.integers(1, 6)):
            kind = r.choice(['plate', 'sign', 'patch'], p=[.35, .4, .25])
            half = math.exp(r.uniform(math.log(14), math.log(75 if kind == 'plate' else 130)))
            tall = half * (r.uniform(.44, .54) if kind == 'plate' else r.uniform(.2, .8))
            x, y = r.uniform(half, max(half + 1, image.shape[1] - half)), r.uniform(tall, max(tall + 1, image.shape[0] - tall))
            if any(abs(x - (b[0] + b[2]) / 2) < half * 1.3 + (b[2] - b[0]) / 2 and abs(y - (b[1] + b[3]) / 2) < tall * 1.3 + (b[3] - b[1]) / 2 for b, _ in kept):
                continue
            source = {'plate': self.plate, 'sign': self.sign, 'patch': self.patch}[kind]()
            image, quad = self.paste(image, source, x, y, half, tall)
            if kind == 'plate':
                kept.append((bounds(quad), quad))
        if r.random() < .3:
            self.bars(image, [box for box, _ in kept])
        if r.random() < .45:
            self.stamp(image, [box for box, _ in kept])
        return self.photographed(image), kept

    def bars(self, image, taken):
        """A fence, a gate or a grille: thin bars at equal distances."""
        r = self.r
        wide, tall = int(r.uniform(.1, .5) * image.shape[1]), int(r.uniform(.05, .3) * image.shape[0])
        x, y = int(r.uniform(0, image.shape[1] - wide)), int(r.uniform(0, image.shape[0] - tall))
        if any(x < b[2] and b[0] < x + wide and y < b[3] and b[1] < y + tall for b in taken):
            return
        tone, apart, thick = [int(r.uniform(0, 110) if r.random() < .7 else r.uniform(110, 255))] * 3, r.uniform(4, 22), int(r.integers(1, 4))
        for at in np.arange(x, x + wide, apart):
            cv2.line(image, (int(at), y), (int(at), y + tall), tone, thick, cv2.LINE_AA)
        for at in (y + int(r.uniform(0, .3) * tall), y + int(r.uniform(.7, 1) * tall)):
            cv2.line(image, (x, at), (x + wide, at), tone, thick + 1, cv2.LINE_AA)

    def stamp(self, image, taken):
        """Date and time, or the name of the camera, as cameras write them into the picture."""
        r = self.r
        date, time = f'20{r.integers(10, 30)}-{r.integers(1, 13):02d}-{r.integers(1, 29):02d}', f'{r.integers(0, 24):02d}:{r.integers(0, 60):02d}:{r.integers(0, 60):02d}'
        lines = [[date, time], [f'{date} {time}'], [f'CAM {r.integers(1, 99)}'], [f'CAM {r.integers(1, 99)}', f'{date} {time}']][r.choice(4, p=[.4, .4, .1, .1])]
        font, size = int(r.choice([cv2.FONT_HERSHEY_SIMPLEX, cv2.FONT_HERSHEY_PLAIN, cv2.FONT_HERSHEY_DUPLEX])), r.uniform(.35, .8)
        size = size * 1.8 if font == cv2.FONT_HERSHEY_PLAIN else size
        (wide, tall), _ = cv2.getTextSize(max(lines, key=len), font, size, 1)
        step = int(tall * r.uniform(1.3, 1.7))
        x = int(r.choice([4, max(4, image.shape[1] - wide - 4), r.uniform(0, max(1, image.shape[1] - wide))]))
        y = int(r.choice([tall + 4, image.shape[0] - step * (len(lines) - 1) - 5, r.uniform(tall, image.shape[0])]))
        if any(x < b[2] and b[0] < x + wide and y - tall < b[3] and b[1] < y + step * len(lines) for b in taken):
            return
        light = int(r.uniform(150, 255))
        for i, line in enumerate(lines):
            if r.random() < .7:
                cv2.putText(image, line, (x + 1, y + i * step + 1), font, size, (10, 10, 10), int(r.integers(1, 4)), cv2.LINE_AA)
            cv2.putText(image, line, (x, y + i * step), font, size, (light,) * 3, int(r.integers(1, 3)), cv2.LINE_AA)

    def plate(self):
        """128×256×4 with opacity."""
        at = self.r.integers(len(self.plates))
        mask = np.zeros((128, 256), np.uint8)
        radius = int(self.r.integers(2, 13))
        cv2.rectangle(mask, (radius, 0), (255 - radius, 127), 255, -1)
        cv2.rectangle(mask, (0, radius), (255, 127 - radius), 255, -1)
        for x in (radius, 255 - radius):
            for y in (radius, 127 - radius):
                cv2.circle(mask, (x, y), radius, 255, -1)
        return np.dstack([self.plates[at][..., ::-1], mask])

    def sign(self):
        return self.signs[self.r.integers(len(self.signs))][..., [2, 1, 0, 3]]

    def patch(self):
        image, boxes, _ = self.photos[self.names[self.r.integers(len(self.names))]]
        for _ in range(20):
            wide = self.r.uniform(.05, .3) * image.shape[1]
            x, y = self.r.uniform(0, image.shape[1] - wide), self.r.uniform(0, max(1, image.shape[0] - wide / 2))
            if all(x > b[2] or x + wide < b[0] or y > b[3] or y + wide / 2 < b[1] for b in boxes):
                break
        part = cv2.resize(image[int(y):int(y + wide / 2) + 2, int(x):int(x + wide) + 2], (256, 128))
        return np.dstack([part, np.full((128, 256), 255, np.uint8)])

    def paste(self, image, source, x, y, half, tall):
        """Turned, sheared and with perspective; lit like its surroundings; its edge soft or hard."""
        r = self.r
        view = UNIT + r.normal(0, [.03, .045], (4, 2))
        view[:, 1] *= 1 + r.normal(0, .08) * view[:, 0]
        view[:, 0] += r.normal(0, .05) * view[:, 1]
        view[:, 1] += r.normal(0, .1) * view[:, 0] * half / max(tall, 1) * .5
        quad = (view * [half, tall] + [x, y]).astype(np.float32)
        near = image[max(0, int(y - 2 * tall)):int(y + 2 * tall) + 1, max(0, int(x - 1.5 * half)):int(x + 1.5 * half) + 1]
        level = near.mean() / 255 if near.size else .5
        gain = (.35 + 1.1 * level) * math.exp(r.uniform(-.45, .4)) if r.random() < .6 else math.exp(r.uniform(-1.1, .25))
        contrast = r.uniform(.45, 1.05)
        color = ((source[..., :3] / 255. - .5) * contrast + .5) * gain * np.exp(r.normal(0, .09, 3))
        if r.random() < .25:
            angle, (gx, gy) = r.uniform(0, 6.28), np.meshgrid(np.linspace(-1, 1, 256), np.linspace(-1, 1, 128))
            color = color * (1 - r.uniform(.2, .7) / (1 + np.exp(-(gx * math.cos(angle) + gy * math.sin(angle) - r.uniform(-.7, .7)) * r.uniform(4, 30))))[..., None]
        source = np.dstack([color * 255, source[..., 3]]).astype(np.float32)
        width = int(min(256, max(12, half * 2.4)))
        source = cv2.resize(source, (width, width // 2), interpolation=cv2.INTER_AREA)
        if r.random() < .5:
            source = cv2.GaussianBlur(source, (0, 0), r.uniform(.2, 1.3))
        to = cv2.getPerspectiveTransform(np.array([[0, 0], [width, 0], [width, width // 2], [0, width // 2]], np.float32), quad)
        low = np.maximum(np.floor(quad.min(0)).astype(int) - 4, 0)
        high = np.minimum(np.ceil(quad.max(0)).astype(int) + 5, image.shape[1::-1])
        if (high <= low).any():
            return image, quad
        moved = np.array([[1, 0, -low[0]], [0, 1, -low[1]], [0, 0, 1]]) @ to
        shown = cv2.warpPerspective(source, moved, tuple(int(one) for one in high - low), flags=cv2.INTER_LINEAR)
        alpha = shown[..., 3:] / 255
        if r.random() < .4:
            alpha = cv2.GaussianBlur(alpha, (0, 0), r.uniform(.4, 1.5))[..., None]
        place = image[low[1]:high[1], low[0]:high[0]]
        image[low[1]:high[1], low[0]:high[0]] = np.clip(place * (1 - alpha) + shown[..., :3] * alpha, 0, 255).astype(np.uint8)
        return image, quad

    def photographed(self, image):
        r = self.r
        image = image.astype(np.float32)
        if r.random() < .6:
            image = cv2.GaussianBlur(image, (0, 0), r.uniform(.2, 1.1))
        tones = np.clip(np.linspace(0, 1, 256) ** math.exp(r.uniform(-.4, .4)) * r.uniform(.7, 1.15), 0, 1) * 255
        image = tones.astype(np.float32)[image.astype(np.uint8)]
        image = np.clip(image + r.standard_normal(image.shape, np.float32) * math.exp(r.uniform(-1, 2.3)), 0, 255).astype(np.uint8)
        if r.random() < .12:
            image = cv2.cvtColor(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), cv2.COLOR_GRAY2BGR)
        if r.random() < .8:
            image = cv2.imdecode(cv2.imencode('.jpg', image, [cv2.IMWRITE_JPEG_QUALITY, int(r.uniform(28, 95))])[1], cv2.IMREAD_COLOR)
        return image


def reduced(image, scale):
    return cv2.resize(image, (round(image.shape[1] * scale), round(image.shape[0] * scale)), interpolation=cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR)


def bounds(quad):
    return np.array([*quad.min(0), *quad.max(0)])


class Entry:
    """The values that the layers at the end read."""

    def __init__(self, model):
        self.net = cv2.dnn.readNetFromONNX(np.frombuffer(with_output(model, ENTRY), np.uint8))

    def __call__(self, image):
        """rows×columns×48 for a BGR picture."""
        rows, columns = (-(-side // 32) * 32 for side in image.shape[:2])
        x = np.full((1, 3, rows, columns), .5, np.float32)
        x[0, :, :image.shape[0], :image.shape[1]] = image[..., ::-1].transpose(2, 0, 1) / np.float32(255)
        self.net.setInput(x)
        return self.net.forward()[0].transpose(1, 2, 0)
