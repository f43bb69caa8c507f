"""What both training scripts share: the learning rate, the averaged weights, the loss and the score."""
import math
import torch
import torch.nn.functional as F
from distort import STRIP, strips
from lettering import ALPHABET


def learning_rate(peak, step, warmup, progress):
    """`progress`: the share of the training that is done, in steps or in time."""
    return peak * min(1, (step + 1) / warmup) * .5 * (1 + math.cos(math.pi * min(1, progress))) + 2e-6


def batches(widths, size):
    """Random batches of strips of similar width, so that little of a batch is padding."""
    while True:
        at = torch.randint(0, len(widths), (8 * size,), device=widths.device)
        groups = at[widths[at].argsort()].view(8, size)
        for group in torch.randperm(8).tolist():
            yield groups[group]


class Pool:
    """Distorted strips that are used several times each: `renew` replaces the oldest with new ones."""

    def __init__(self, data, size, part=1024):
        self.data, self.size, self.at = data, size, 0
        device = data[0].device
        self.strips = torch.empty(size, 3, *STRIP, dtype=torch.uint8, device=device)
        self.shown = torch.empty(size, device=device)
        self.of = torch.empty(size, dtype=torch.long, device=device)
        for _ in range(size // part):
            self.renew(part)

    def renew(self, count):
        masks, _, _, widths = self.data
        of = torch.randint(0, len(masks), (count,), device=masks.device)
        strip, _, shown = strips(masks[of], widths[of])
        to = slice(self.at, self.at + count)
        self.strips[to], self.shown[to], self.of[to] = (strip * 255 + .5).byte(), shown, of
        self.at = (self.at + count) % self.size

    def batch(self, at):
        """Strips, their valid columns and widths, labels, and the lengths of the labels."""
        shown, of = self.shown[at], self.of[at]
        columns = torch.arange(STRIP[1], device=shown.device)[None, None, None].float()
        valid = (columns < shown[:, None, None, None]).float()
        return trimmed(self.strips[at].float() / 255, valid, shown), self.data[1][of], self.data[2][of]


def trimmed(strip, valid, shown):
    columns = min(strip.shape[3], int(shown.max().item() + 47) // 48 * 48)
    return strip[..., :columns], valid[..., :columns], shown


def loss_of(output, labels, steps, lengths):
    log = F.log_softmax(output.float(), -1).transpose(0, 1)
    steps = torch.maximum(steps.ceil().long(), lengths).clamp(max=log.shape[0])
    return F.ctc_loss(log, labels, steps, lengths, zero_infinity=True)


def decode(output, steps):
    texts = []
    for row, count in zip(output.argmax(-1).cpu().tolist(), steps.ceil().long().tolist()):
        text, before = '', 0
        for one in row[:count]:
            if one != before and one != 0:
                text += ALPHABET[one - 1]
            before = one
        texts.append(text.strip())
    return texts


def score(read, data):
    """The share of validation strips, in fonts that were not trained on, whose letters and digits are all right."""
    masks, labels, lengths, widths = data
    torch.manual_seed(5)
    right, plates = 0, [0, 0]
    plain = lambda text: ''.join(c for c in text if c.isalnum())
    with torch.no_grad():
        for at in range(0, len(masks), 100):
            part = slice(at, at + 100)
            output, steps = read(*strips(masks[part], widths[part]))
            for text, label, length in zip(decode(output, steps), labels[part].tolist(), lengths[part].tolist()):
                truth = ''.join(ALPHABET[c - 1] for c in label[:length])
                hit = plain(text) == plain(truth)
                right += hit
                if 5 <= len(plain(truth)) <= 8 and any(c.isdigit() for c in truth):
                    plates[0] += hit
                    plates[1] += 1
    return round(right / len(masks), 4), round(plates[0] / max(1, plates[1]), 4)
